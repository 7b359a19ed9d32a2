/** The plain cells of a board, drawn together. */

import { type Camera, cellScale, heightOf, laid, place } from '../board/camera';
import { hexagon } from '../board/hex';
import { kindOf, type Stack } from '../board/stack';
import { short } from './shape';

/** A circle that lies on the board, as four curves. */
function circle([a, b, c, d, e, f]: number[], radius: number, down = 0): string {
  const at = (x: number, y: number) => {
    const [right, low] = [x * radius, y * radius + down];
    return `${short(a! * right + c! * low + e!)} ${short(b! * right + d! * low + f!)}`;
  };
  const bow = 0.5523;
  let path = `M${at(1, 0)}`;
  for (let [x, y] = [1, 0], i = 0; i < 4; i++, [x, y] = [-y, x])
    path += `C${at(x - y * bow, y + x * bow)} ${at(x * bow - y, y * bow + x)} ${at(-y, x)}`;
  return path;
}

/** All plain cells as two shapes, which look like so many: what is around and under them, and their faces. */
export function plains(
  camera: Camera,
  stack: Stack,
  level: number,
): { edge: string; face: string } {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  let [edge, face] = ['', ''];
  for (const cell of hexagon(board.radius)) {
    if (kindOf(board, cell) !== 'cell') continue;
    const map = laid(camera, ...place(cell, scale), heightOf(level), scale);
    edge += circle(map, 11, 1.8) + circle(map, 11.75);
    face += circle(map, 10.25);
  }
  return { edge, face };
}
