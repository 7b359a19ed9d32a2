/** A real table as it is told to the page: boards, moles, discs. Every change gives a new one. */

import { type Cell, same } from './hex';
import { type Scene, SLOTS, newScene } from './story';

/** A position in the server's words. */
export interface Seen {
  level: number;
  turn: number;
  /** By seat. */
  moles: Cell[][];
  /** By seat, the values still face down. */
  discs: number[][];
  /** The disc turned and not yet used, or 0. */
  disc: number;
  /** It is about the extra disc of a special cell. */
  is_extra: boolean;
}

export interface Desk {
  /** A shipped set's name, or `own:` and where a set lies on the shelf. */
  boards: string;
  orientations: number[];
  preset: string;
  seen: Seen;
}

/** A set of discs, and how many moles each has, by the number of players. */
export const DISCS: readonly number[] = [1, 2, 2, 3, 3, 4];
export const MOLES: Record<number, number> = { 2: 10, 3: 7, 4: 6 };

export function newDesk(seats: number, boards: string, levels: number, preset: string): Desk {
  const seen: Seen = {
    level: 0,
    turn: 0,
    moles: Array.from({ length: seats }, () => []),
    discs: Array.from({ length: seats }, () => [...DISCS]),
    disc: 0,
    is_extra: false,
  };
  return { boards, orientations: Array<number>(levels).fill(0), preset, seen };
}

const told = (desk: Desk, seen: Partial<Seen>): Desk => ({
  ...desk,
  seen: { ...desk.seen, ...seen },
});

/** Put a mole on a free cell, or take the one that stands there. */
export function touched(desk: Desk, cell: Cell, seat: number): Desk {
  const { moles } = desk.seen;
  const owner = moles.findIndex((cells) => cells.some((one) => same(one, cell)));
  const without = moles.map((cells) => cells.filter((one) => !same(one, cell)));
  if (owner === seat) return told(desk, { moles: without });
  return told(desk, { moles: without.with(seat, [...without[seat]!, cell]) });
}

/** The table at the start of a game: no moles, all discs face down. */
export function cleared(desk: Desk): Desk {
  const fresh = newDesk(desk.seen.moles.length, desk.boards, 0, desk.preset);
  return { ...fresh, orientations: desk.orientations };
}

/** More or fewer players. */
export function withSeats(desk: Desk, seats: number): Desk {
  const { seen } = desk;
  const fit = <T>(list: T[], fresh: () => T) =>
    Array.from({ length: seats }, (_, seat) => list[seat] ?? fresh());
  return told(
    { ...desk, seen: dropDisc(seen) },
    {
      moles: fit(seen.moles, () => []),
      discs: fit(dropDisc(seen).discs, () => [...DISCS]),
      turn: Math.min(seen.turn, seats - 1),
    },
  );
}

/** Another set of boards: what stood on the old ones is taken off. */
export function withBoards(desk: Desk, boards: string, orientations: readonly number[]): Desk {
  const moles = desk.seen.moles.map(() => []);
  return told({ ...desk, boards, orientations: [...orientations] }, { level: 0, moles });
}

/** Another board in play: the moles are put there anew. */
export function withLevel(desk: Desk, level: number): Desk {
  if (level === desk.seen.level) return desk;
  return told(desk, { level, moles: desk.seen.moles.map(() => []) });
}

export function withTurn(desk: Desk, turn: number): Desk {
  return told({ ...desk, seen: dropDisc(desk.seen) }, { turn });
}

/** A board a sixth further round. */
export function withTurned(desk: Desk, level: number, by: 1 | -1): Desk {
  const now = desk.orientations[level] ?? 0;
  return { ...desk, orientations: desk.orientations.with(level, (now + by + 6) % 6) };
}

/** The player to act has turned this disc; 0 turns it down again. */
export function withDisc(desk: Desk, disc: number): Desk {
  const seen = dropDisc(desk.seen);
  if (!disc) return { ...desk, seen };
  const row = [...seen.discs[seen.turn]!];
  const index = row.indexOf(disc);
  if (index < 0) return desk;
  return {
    ...desk,
    seen: { ...seen, discs: seen.discs.with(seen.turn, row.toSpliced(index, 1)), disc },
  };
}

/** The disc in hand lies face down again. */
function dropDisc(seen: Seen): Seen {
  if (!seen.disc) return seen;
  const row = [...seen.discs[seen.turn]!, seen.disc].sort();
  return { ...seen, discs: seen.discs.with(seen.turn, row), disc: 0 };
}

/** A disc of a set is used, or lies face down again; the last one stays down. */
export function withUsed(desk: Desk, seat: number, slot: number): Desk {
  const shown = rowOf(desk.seen, seat);
  const value = DISCS[slot]!;
  const down = shown.flatMap((one, i) => (one === null ? [DISCS[i]!] : []));
  if (shown[slot] === null && down.length === 1) return desk;
  const next =
    shown[slot] === null ? down.toSpliced(down.indexOf(value), 1) : [...down, value].sort();
  return told(desk, { discs: desk.seen.discs.with(seat, next) });
}

/** A player's six discs from the lowest to the highest: the value of a used one, else null. */
export function rowOf(seen: Seen, seat: number): (number | null)[] {
  const down = [...(seen.discs[seat] ?? [])];
  // Of two alike the right one is used first.
  return DISCS.map((value) => {
    const index = down.indexOf(value);
    if (index < 0) return value;
    down.splice(index, 1);
    return null;
  });
}

/** The table as it is drawn. */
export function sceneOf(seen: Seen): Scene {
  const seats = seen.moles.length;
  const rows = seen.moles.map((_, seat) => rowOf(seen, seat));
  const slot = rows[seen.turn]?.lastIndexOf(seen.disc) ?? -1;
  const moles = seen.moles.flatMap((cells, seat) =>
    cells.map((cell, number) => ({ id: `${seat}.${number}`, seat, cell })),
  );
  return {
    ...newScene(seats, 0),
    level: seen.level,
    moles,
    rows: rows.map((row) => row.slice(0, SLOTS)),
    disc: seen.disc ? { seat: seen.turn, slot, value: seen.disc } : null,
    out: seen.level ? seen.moles.flatMap((cells, seat) => (cells.length ? [] : [seat])) : [],
  };
}

/** What was kept; null if it cannot be read. */
export function readDesk(text: string | null): Desk | null {
  try {
    const desk = JSON.parse(text ?? 'null') as Desk | null;
    const good =
      !!desk &&
      typeof desk.boards === 'string' &&
      Array.isArray(desk.orientations) &&
      Array.isArray(desk.seen?.moles) &&
      desk.seen.moles.length === desk.seen.discs?.length;
    return good ? desk : null;
  } catch {
    return null;
  }
}
