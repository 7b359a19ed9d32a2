/** What the person at the screen may do, and what a tap on a cell means: no drawing, no network. */

import { cellOf, key, same } from '../board/hex';
import type { Cell, LegalChoice, PlayerAction } from '../protocol/game';

export interface Options {
  /** Cells where a mole may be placed. */
  places: readonly Cell[];
  /** Slots whose disc may be turned over. */
  slots: readonly number[];
  /** Moles that can move, by the key of their cell, with their targets. */
  moves: ReadonlyMap<string, readonly Cell[]>;
  pass: boolean;
  blocked: boolean;
  decline: boolean;
}

export const NOTHING: Options = {
  places: [],
  slots: [],
  moves: new Map(),
  pass: false,
  blocked: false,
  decline: false,
};

export function optionsOf(legal: readonly LegalChoice[]): Options {
  const moves = new Map<string, readonly Cell[]>();
  let options: Options = { ...NOTHING, moves };
  for (const choice of legal) {
    if (choice.type === 'move') moves.set(key(choice.from), choice.to);
    else if (choice.type === 'place') options = { ...options, places: choice.cells };
    else if (choice.type === 'turn') options = { ...options, slots: choice.slots };
    else options = { ...options, [choice.type]: true };
  }
  return options;
}

/** The only thing that can be done, if there is no choice at all and no disc is involved. */
export function forced(options: Options): 'pass' | 'blocked' | null {
  if (options.places.length || options.slots.length || options.moves.size) return null;
  return options.blocked ? 'blocked' : options.pass && !options.decline ? 'pass' : null;
}

/** Whether there is anything to ponder: discs are all alike from behind. */
export function isChoice(options: Options): boolean {
  if (options.slots.length) return options.pass || options.decline;
  const moves = [...options.moves.values()].reduce((count, to) => count + to.length, 0);
  return options.places.length + moves > 1;
}

/** The moles the player may be holding: the chosen one, or the only one that can move. */
export function chosenMole(options: Options, chosen: Cell | null): Cell | null {
  if (chosen && options.moves.has(key(chosen))) return chosen;
  if (options.moves.size !== 1) return null;
  const [only] = options.moves.keys();
  return cellOf(only!);
}

export function targetsOf(options: Options, mole: Cell | null): readonly Cell[] {
  return (mole && options.moves.get(key(mole))) || [];
}

export type Tap =
  | { kind: 'act'; action: PlayerAction }
  | { kind: 'choose'; cell: Cell }
  | { kind: 'unchoose' }
  | { kind: 'explain'; action: PlayerAction }
  | { kind: 'nothing' };

/**
 * What a tap on a cell means. `own` are the player's own moles. Something that cannot be done is
 * explained in the server's words.
 */
export function tap(
  cell: Cell,
  options: Options,
  chosen: Cell | null,
  own: readonly Cell[],
  disc: number | null,
): Tap {
  const holding = chosenMole(options, chosen);
  if (options.places.length) {
    const action: PlayerAction = { type: 'place', cell };
    return options.places.some((place) => same(place, cell))
      ? { kind: 'act', action }
      : { kind: 'explain', action };
  }
  if (options.slots.length && !options.moves.size) return { kind: 'nothing' };
  if (holding && targetsOf(options, holding).some((target) => same(target, cell)))
    return { kind: 'act', action: { type: 'move', from: holding, to: cell } };
  if (options.moves.has(key(cell)))
    return same(chosen, cell) ? { kind: 'unchoose' } : { kind: 'choose', cell };
  const movers = [...options.moves].filter(([, targets]) => targets.some((to) => same(to, cell)));
  if (!holding && movers.length === 1)
    return { kind: 'act', action: { type: 'move', from: cellOf(movers[0]![0]), to: cell } };
  if (!options.moves.size) return { kind: 'nothing' };
  if (holding && !own.some((mole) => same(mole, cell)))
    return { kind: 'explain', action: { type: 'move', from: holding, to: cell } };
  return { kind: 'explain', action: { type: 'move', from: cell, to: anyTarget(cell, disc) } };
}

/** Some cell as far away as the disc says: the server explains what is wrong with the mole. */
function anyTarget([q, r]: Cell, disc: number | null): Cell {
  const far = disc ?? 1;
  return q > 0 ? [q - far, r] : [q + far, r];
}
