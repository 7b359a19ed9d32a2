/** A mole on its way, moment by moment. */

import { hopAt } from '../board/animation';
import { type Camera, cellScale, place } from '../board/camera';
import type { Stack } from '../board/stack';
import type { Cell } from '../protocol/game';
import { standing } from './shape';

/** How the board is looked at. */
interface Look {
  camera: Camera;
  stack: Stack;
  level: number;
}

/** Where the way is drawn. */
export interface Scope extends Look {
  /** The corner of the drawing, and its pixels for each unit. */
  box: { left: number; top: number };
  unit: number;
}

const MOMENTS = 8;
const HEIGHT = 26;

/** Where a mole is at a moment of its way from 0 to 1, and how it is stretched. */
export function hopSpot(way: readonly Cell[], moment: number, { camera, stack, level }: Look) {
  const scale = cellScale(stack.levels[level]!.radius, stack.radius);
  const now = hopAt(way, moment);
  const [ax, ay] = place(now.from, scale);
  const [bx, by] = place(now.to, scale);
  const x = ax + (bx - ax) * now.part;
  const y = ay + (by - ay) * now.part;
  const spot = standing(camera, stack, level, x, y, now.height * HEIGHT * scale);
  const stretch = 1 + (now.height - 0.5) * 0.08;
  return { x: spot.x, y: spot.y, wide: spot.size / stretch, high: spot.size * stretch };
}

export function hopFrames(way: readonly Cell[], { box, unit, ...look }: Scope): Keyframe[] {
  const count = (way.length - 1) * MOMENTS;
  return Array.from({ length: count + 1 }, (_, i) => {
    const { x, y, wide, high } = hopSpot(way, i / count, look);
    const [px, py] = [(x - box.left) * unit, (y - box.top) * unit];
    return { transform: `translate(${px}px, ${py}px) scale(${wide}, ${high})` };
  });
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Have a mole go its way, told of each hop; done when it has landed. */
export async function go(
  mole: HTMLElement,
  frames: Keyframe[],
  { way, ms }: { way: readonly Cell[]; ms: number },
  hopped: () => void,
): Promise<Animation> {
  let landed = 0;
  const beat = setInterval(() => ++landed < way.length && hopped(), ms / way.length);
  const animation = mole.animate(frames, { duration: ms, fill: 'forwards' });
  await Promise.race([animation.finished.catch(() => undefined), sleep(ms + 400)]);
  clearInterval(beat);
  // It ends within a frame that is to be drawn: what follows is a task of its own.
  await sleep(0);
  return animation;
}
