/** How a stack is best looked at in a room: how it stands, how far from above, how closely framed. */

import { type Camera, TILTED } from '../board/camera';
import type { Stack } from '../board/stack';
import { frameOf } from '../draw/shape';

/** From nearly above to as one sits at a table. */
const TILTS = [0.28, 0.34, 0.4, 0.46, 0.52, 0.58, 0.65, TILTED.tilt];
const ON_A_CORNER = Math.PI / 6;
/** Pixels. In a room less high the board is as large as can be, and changes its size as it is turned. */
const LOW = 420;

/**
 * The stance in a room of so many pixels. A wide one has a side of the stack in front, seen as from
 * a chair. In one that is higher than wide it stands on a corner, which makes its cells larger. It is
 * seen as far from above as it can be without being less wide than the room.
 */
export function stanceIn(width: number, height: number, stack: Stack): Camera {
  const turn = height > width ? ON_A_CORNER : 0;
  const snug = { turn, depth: 1, snug: 1 };
  const isFilled = (tilt: number) => {
    const box = frameOf({ ...snug, tilt }, stack);
    return height * box.width >= width * box.height;
  };
  const tilt = TILTS.find(isFilled);
  if (tilt) return { ...snug, tilt };
  return { ...TILTED, turn, snug: height < LOW ? 1 : 0 };
}
