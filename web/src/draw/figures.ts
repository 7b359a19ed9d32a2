/** Moles on the screen: where each stands, how large it is, which are in front. */

import { type Camera, cellScale, place } from '../board/camera';
import type { Mole } from '../board/scene';
import { kindOf, type Stack } from '../board/stack';
import { squeeze, standing } from './shape';

export interface Figure extends Mole {
  /** In a hole. */
  home: boolean;
  /** Its place in the order from back to front. */
  rank: number;
  near: number;
  x: number;
  /** Where its feet are. */
  y: number;
  wide: number;
  high: number;
  /** The middle and the size of what can be touched of it. */
  touch: { x: number; y: number; size: number };
}

/** In the last hole everything is larger. */
const GROWN = 1.2;

/** The figures of moles on a board, in the order of their names. */
export function figuresOf(
  moles: readonly Mole[],
  level: number,
  stack: Stack,
  camera: Camera,
): Figure[] {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  return moles
    .map((mole) => {
      const spot = standing(camera, stack, level, ...place(mole.cell, scale));
      const home = kindOf(board, mole.cell) === 'hole';
      const wide = spot.size * (home && board.solid.length ? GROWN : 1);
      return {
        ...mole,
        home,
        rank: 0,
        near: spot.near,
        x: spot.x,
        y: home ? spot.ground : spot.y,
        wide,
        high: home ? wide * (1 - (1 - squeeze(camera)) * 0.45) : wide,
        touch: { x: spot.x, y: spot.y, size: spot.size },
      };
    })
    .sort((a, b) => a.near - b.near)
    .map((figure, rank) => ({ ...figure, rank }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
