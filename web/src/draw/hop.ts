/** A mole on its way, moment by moment. */

import { hopAt } from '../board/animation';
import { type Camera, cellScale, place } from '../board/camera';
import type { Stack } from '../board/stack';
import type { Cell } from '../protocol/game';
import { standing } from './shape';

/** Where the way is drawn. */
export interface Scope {
  camera: Camera;
  stack: Stack;
  level: number;
  /** The corner of the drawing, and its pixels for each unit. */
  box: { left: number; top: number };
  unit: number;
}

const MOMENTS = 8;
const HEIGHT = 26;

export function hopFrames(
  way: readonly Cell[],
  { camera, stack, level, box, unit }: Scope,
): Keyframe[] {
  const scale = cellScale(stack.levels[level]!.radius, stack.radius);
  const count = (way.length - 1) * MOMENTS;
  return Array.from({ length: count + 1 }, (_, i) => {
    const now = hopAt(way, i / count);
    const [ax, ay] = place(now.from, scale);
    const [bx, by] = place(now.to, scale);
    const x = ax + (bx - ax) * now.part;
    const y = ay + (by - ay) * now.part;
    const spot = standing(camera, stack, level, x, y, now.height * HEIGHT * scale);
    const stretch = 1 + (now.height - 0.5) * 0.08;
    const [px, py] = [(spot.x - box.left) * unit, (spot.y - box.top) * unit];
    return {
      transform: `translate(${px}px, ${py}px) scale(${spot.size / stretch}, ${spot.size * stretch})`,
    };
  });
}
