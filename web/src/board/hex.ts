/** Hexagonal geometry in the record's words: axial cells `[q, r]`, six directions, turns, names. */

import type { Cell } from '../protocol/game';

/** The six directions, each a sixth of a turn clockwise from the one before. */
export const DIRECTIONS: readonly Cell[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** A cell as a key of maps and of tests. */
export function key([q, r]: Cell): string {
  return `${q},${r}`;
}

/** The cell of a key. */
export function cellOf(name: string): Cell {
  const [q, r] = name.split(',').map(Number);
  return [q!, r!];
}

export function same(a: Cell | null | undefined, b: Cell | null | undefined): boolean {
  return !!a && !!b && a[0] === b[0] && a[1] === b[1];
}

/** The distance to the centre. */
export function ring([q, r]: Cell): number {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

export function step([q, r]: Cell, direction: number, count = 1): Cell {
  const [dq, dr] = DIRECTIONS[((direction % 6) + 6) % 6]!;
  return [q + count * dq, r + count * dr];
}

/** The cell after the board was turned clockwise by so many sixths. */
export function turned(cell: Cell, sixths: number): Cell {
  let [q, r] = cell;
  for (let i = 0; i < ((sixths % 6) + 6) % 6; i++) [q, r] = [-r, q + r];
  return [q + 0, r + 0];
}

/** All cells of a board, in reading order: row by row from the top, left to right. */
export function hexagon(radius: number): Cell[] {
  const cells: Cell[] = [];
  for (let r = -radius; r <= radius; r++)
    for (let q = Math.max(-radius, -radius - r); q <= Math.min(radius, radius - r); q++)
      cells.push([q, r]);
  return cells;
}

/** Direction and distance of a straight line between two cells, or null. */
export function straight(from: Cell, to: Cell): [number, number] | null {
  const q = to[0] - from[0];
  const r = to[1] - from[1];
  const distance = ring([q, r]);
  if (!distance) return null;
  const direction = DIRECTIONS.findIndex(([dq, dr]) => dq * distance === q && dr * distance === r);
  return direction < 0 ? null : [direction, distance];
}

/** The cells of a straight line, both ends included; just the ends if it is none. */
export function line(from: Cell, to: Cell): Cell[] {
  const way = straight(from, to);
  if (!way) return [from, to];
  return Array.from({ length: way[1] + 1 }, (_, i) => step(from, way[0], i));
}

/** The name of a cell in a stack whose widest board has this radius: `e5` is the centre of 4. */
export function cellName([q, r]: Cell, radius: number): string {
  return `${String.fromCharCode(97 + radius - r)}${q + radius + 1}`;
}

/** The cell of a name on a stack of this radius: `cellName` the other way round. */
export function parseCell(name: string, radius: number): Cell {
  const r = radius - (name.charCodeAt(0) - 97);
  return [Number(name.slice(1)) - radius - 1 + 0, r + 0];
}
