/** Which cell somebody means who touches a point of the screen. */

import {
  type Camera,
  cellScale,
  heightOf,
  nearestCell,
  place,
  project,
  STEP,
  unproject,
} from '../board/camera';
import { ring, same } from '../board/hex';
import type { Stack } from '../board/stack';
import type { Cell } from '../protocol/game';
import type { Figure } from './figures';

/** What can be touched. */
export interface Scope {
  camera: Camera;
  stack: Stack;
  level: number;
  figures: readonly Figure[];
  /** Cells where a touch does something: they are meant rather than their neighbours. */
  active: readonly Cell[];
  /** How far from such a cell a touch still means it, in units of the drawing. */
  reach: number;
}

/** What a mole covers, in its own units from its middle. */
const HALF_WIDTH = 19;
const HEAD = -40;
const FEET = 20;

/** Where the middle of a cell is drawn. */
export function spotOf(
  cell: Cell,
  { camera, stack, level }: Pick<Scope, 'camera' | 'stack' | 'level'>,
) {
  const scale = cellScale(stack.levels[level]!.radius, stack.radius);
  return project(camera, ...place(cell, scale), heightOf(level));
}

/** The cell under a point, or null beside the board. */
export function aim(x: number, y: number, scope: Scope): Cell | null {
  const { active, figures } = scope;
  const isActive = (cell: Cell) => active.some((one) => same(one, cell));
  const ground = groundAt(x, y, scope);
  if (ground && isActive(ground)) return ground;
  const touched = figures
    .filter(({ touch }) => {
      const [dx, dy] = [(x - touch.x) / touch.size, (y - touch.y) / touch.size];
      return Math.abs(dx) < HALF_WIDTH && dy > HEAD && dy < FEET;
    })
    .sort((a, b) => a.near - b.near);
  return (
    touched.findLast((figure) => isActive(figure.cell))?.cell ??
    nearestActive(x, y, scope) ??
    touched.at(-1)?.cell ??
    ground
  );
}

function groundAt(x: number, y: number, { camera, stack, level }: Scope): Cell | null {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const near = nearestCell(...unproject(camera, x, y, heightOf(level)), scale);
  return ring(near.cell) <= board.radius && near.away < STEP * scale * 0.6 ? near.cell : null;
}

function nearestActive(x: number, y: number, scope: Scope): Cell | null {
  const { active, reach } = scope;
  let best: Cell | null = null;
  let least = reach;
  for (const cell of active) {
    const spot = spotOf(cell, scope);
    const away = Math.hypot(spot.x - x, spot.y - y);
    if (away > least) continue;
    best = cell;
    least = away;
  }
  return best;
}

/** The least distance of two of these points; Infinity if there are fewer. */
export function nearest(points: readonly { x: number; y: number }[]): number {
  const pairs = points.flatMap((one, i) =>
    points.slice(i + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
  );
  return Math.min(Infinity, ...pairs);
}
