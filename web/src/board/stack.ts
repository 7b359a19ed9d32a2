/** The boards of a game as they lie in the box, turned. */

import type { Cell, PlainBoardSet } from '../protocol/game';
import { key, turned } from './hex';

export type Ground = 'meadow' | 'clay' | 'sand' | 'rock';

/** One turned board. */
export interface Board {
  name: string;
  /** How it looks, by its depth in the stack. */
  ground: Ground;
  radius: number;
  holes: ReadonlySet<string>;
  specials: ReadonlySet<string>;
  /** On the last board: the directions of the solid paths from the hole outwards; else empty. */
  solid: readonly number[];
}

export interface Stack {
  name: string;
  levels: readonly Board[];
  /** The radius of the widest board, by which cells are named. */
  radius: number;
  /** Special cells are printed but mean nothing: the rules are those of the base game. */
  idle?: boolean;
}

/** What a cell is on a board. */
export type CellKind = 'cell' | 'hole' | 'special' | 'off';

/** The first board is the meadow, the last is rock, the one above it sand, all between are clay. */
export function groundOf(level: number, levels: number): Ground {
  if (level === 0) return 'meadow';
  return level === levels - 1 ? 'rock' : level === levels - 2 ? 'sand' : 'clay';
}

/** The stack of a game; without rules, special cells count. */
export function makeStack(
  boards: PlainBoardSet,
  orientations?: readonly number[],
  rules?: Readonly<Record<string, unknown>>,
): Stack {
  const levels = boards.levels.map((board, level) => {
    const sixths = orientations?.[level] ?? 0;
    const keys = (cells: Cell[] = []) => new Set(cells.map((cell) => key(turned(cell, sixths))));
    return {
      name: board.name,
      ground: groundOf(level, boards.levels.length),
      radius: board.radius,
      holes: keys(board.holes),
      specials: keys(board.specials),
      solid: (board.solid ?? []).map((direction) => (direction + sixths) % 6),
    };
  });
  const radius = Math.max(...levels.map((board) => board.radius));
  return { name: boards.name, levels, radius, idle: rules?.special_cells === false };
}

export function kindOf(board: Board, cell: Cell): CellKind {
  const name = key(cell);
  if (board.holes.has(name)) return 'hole';
  if (board.specials.has(name)) return 'special';
  const [q, r] = cell;
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= board.radius ? 'cell' : 'off';
}

/** The digits of the orientations, as in a stack's code: `0351`. */
export function parseOrientations(digits: string, boards: number): number[] | null {
  return new RegExp(`^[0-5]{${boards}}$`).test(digits) ? [...digits].map(Number) : null;
}

/** How boards lie by a date: everybody who asks on the same day gets the same orientations. */
export function stackOfTheDay(day: string, boards: number): number[] {
  let hash = 2166136261;
  for (const sign of `taupes:${day}`) hash = Math.imul(hash ^ sign.charCodeAt(0), 16777619) >>> 0;
  return Array.from({ length: boards }, () => {
    hash ^= hash << 13;
    hash ^= hash >>> 17;
    hash ^= hash << 5;
    hash >>>= 0;
    return hash % 6;
  });
}
