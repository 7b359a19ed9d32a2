/** The board sets that people made on this device. */

import { nonce } from '../device/nonce';
import { keep, kept } from '../device/store';
import { type Draft, type OwnBoards, readOwnBoards, worthSaying } from '../game/draft';
import type { BoardsVerdict } from '../protocol/boards';
import type { PlainBoardSet } from '../protocol/game';
import { boardSets } from '../wire/boards';

const PLACE = 'taupes.boards';

let sets: OwnBoards[] = $state.raw(readOwnBoards(kept(PLACE)));

export function ownBoards(): readonly OwnBoards[] {
  return sets;
}

export function ownSet(id: string): OwnBoards | undefined {
  return sets.find((one) => one.id === id);
}

/** Keep a set, new or changed; gives back its id. */
export function keepBoards(draft: Draft, id = nonce().slice(0, 8)): string {
  const kept: OwnBoards = { ...draft, id, changed: Date.now() };
  store(ownSet(id) ? sets.map((one) => (one.id === id ? kept : one)) : [kept, ...sets]);
  return id;
}

/** Whether people can play on a set, as it is now. */
export function judgeBoards(id: string, { ok, errors }: BoardsVerdict): void {
  const flaw = ok ? null : (worthSaying(errors)[0] ?? null);
  store(sets.map((one) => (one.id === id ? { ...one, flaw } : one)));
}

/** Have the sets looked at that nobody has looked at since they were changed. */
export function inspectBoards(): void {
  for (const { id, boards, changed, flaw } of sets) {
    if (flaw !== undefined) continue;
    boardSets
      .check(plain(boards))
      .then((verdict) => ownSet(id)?.changed === changed && judgeBoards(id, verdict))
      .catch(() => undefined);
  }
}

export function dropBoards(id: string): void {
  store(sets.filter((one) => one.id !== id));
}

function store(next: OwnBoards[]): void {
  sets = next;
  keep(PLACE, JSON.stringify(next));
}

/** A set without its description, as a table and a draft want it. */
export function plain({ name, levels }: PlainBoardSet): PlainBoardSet {
  return { name, levels };
}

/** Four boards to begin with: nothing on them but the last hole. */
export function emptyBoards(name: string): Draft {
  const board = (title: string, radius: number) => ({
    name: title,
    radius,
    holes: [],
    specials: [],
  });
  return {
    boards: {
      name,
      levels: [
        board('meadow', 4),
        board('clay', 4),
        board('sand', 4),
        { ...board('rock', 3), holes: [[0, 0]], solid: [0, 2, 4] },
      ],
    },
    orientations: [0, 0, 0, 0],
  };
}
