/** The plain cells of a board, all of one colour in one outline: many small shapes cost a telephone too much. */

import art from '../board/art.json';
import { type Affine, affine, type Camera, cellScale, heightOf, place } from '../board/camera';
import { hexagon } from '../board/hex';
import { kindOf, type Stack } from '../board/stack';
import type { Cell } from '../protocol/game';

export interface Dots {
  /** Where each is, for its name. */
  cells: { cell: Cell; x: number; y: number }[];
  /** What is seen of the edges and of what stands under them, and the faces over it. */
  edge: string;
  face: string;
}

/** The plain cells of a board as `art.py` draws one, each as it lies before the camera. */
export function dotsOf(camera: Camera, stack: Stack, level: number): Dots {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const { radius, drop, line } = art.cell;
  const dots: Dots = { cells: [], edge: '', face: '' };
  for (const cell of hexagon(board.radius)) {
    if (kindOf(board, cell) !== 'cell') continue;
    const map = affine(camera, ...place(cell, scale), heightOf(level), scale);
    dots.cells.push({ cell, x: map[4], y: map[5] });
    dots.edge += ellipse(map, radius, drop) + ellipse(map, radius + line / 2);
    dots.face += ellipse(map, radius - line / 2);
  }
  return dots;
}

/** What an affine map makes of a circle that lies so far below its middle, as an outline. */
export function ellipse([a, b, c, d, x, y]: Affine, radius: number, down = 0): string {
  // The half axes and their angle, from the parts of the map that turn and that mirror.
  const turns = Math.hypot(a + d, b - c) / 2;
  const mirrors = Math.hypot(a - d, b + c) / 2;
  const angle = (Math.atan2(b - c, a + d) + Math.atan2(b + c, a - d)) / 2;
  // A little too short: an arc then grows until its middle is that of its ends, however these are rounded.
  const size = radius * 0.999;
  const [long, wide] = [(turns + mirrors) * size, Math.abs(turns - mirrors) * size];
  const arc = `A${fine(long)} ${fine(wide)} ${fine((angle * 180) / Math.PI)} 0 1 `;
  const [middleX, middleY] = [x + c * down, y + d * down];
  const one = `${fine(middleX + a * radius)} ${fine(middleY + b * radius)}`;
  const other = `${fine(middleX - a * radius)} ${fine(middleY - b * radius)}`;
  return `M${one}${arc}${other}${arc}${one}z`;
}

const fine = (value: number) => Math.round(value * 100) / 100;
