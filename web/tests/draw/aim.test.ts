import { describe, expect, it } from 'vitest';
import art from '../../src/board/art.json';
import {
  ABOVE,
  type Camera,
  cellScale,
  heightOf,
  place,
  project,
  TILTED,
} from '../../src/board/camera';
import { hexagon } from '../../src/board/hex';
import { makeStack } from '../../src/board/stack';
import { aim, nearest } from '../../src/draw/aim';
import { figuresOf } from '../../src/draw/figures';
import type { Cell, PlainBoardSet } from '../../src/protocol/game';

const stack = makeStack(art.boards as unknown as PlainBoardSet, [0, 2, 1, 0]);
const spotOf = (cell: Cell, camera: Camera, level = 0) => {
  const scale = cellScale(stack.levels[level]!.radius, stack.radius);
  return project(camera, ...place(cell, scale), heightOf(level));
};
const scope = (camera: Camera, active: Cell[] = [], reach = 0, moles: Cell[] = [], level = 0) => ({
  camera,
  stack,
  level,
  active,
  reach,
  figures: figuresOf(
    moles.map((cell, number) => ({ id: `0.${number}`, seat: 0, cell })),
    level,
    stack,
    camera,
  ),
});

describe('aim', () => {
  it.each([
    ['from above', ABOVE],
    ['turned', { ...ABOVE, turn: Math.PI / 6 }],
    ['tilted', TILTED],
  ])('finds every cell, %s', (_, camera) => {
    for (const level of [0, 3])
      for (const cell of hexagon(stack.levels[level]!.radius)) {
        const { x, y } = spotOf(cell, camera, level);
        expect(aim(x, y, scope(camera, [], 0, [], level))).toEqual(cell);
      }
  });

  it('finds nothing beside the board', () => {
    expect(aim(2000, 0, scope(TILTED, [[4, 0]], 40))).toBeNull();
  });

  it('means the cell that does something when a finger is in doubt', () => {
    const [lit, dark] = [spotOf([0, 0], ABOVE), spotOf([1, 0], ABOVE)];
    const x = lit.x + (dark.x - lit.x) * 0.55;
    const reach = (dark.x - lit.x) * 0.6;
    expect(aim(x, lit.y, scope(ABOVE, [], reach))).toEqual([1, 0]);
    expect(aim(x, lit.y, scope(ABOVE, [[0, 0]], reach))).toEqual([0, 0]);
    // A mouse is never in doubt, and the middle of a dark cell means that cell.
    expect(aim(x, lit.y, scope(ABOVE, [[0, 0]], 0))).toEqual([1, 0]);
    expect(aim(dark.x, dark.y, scope(ABOVE, [[0, 0]], reach))).toEqual([1, 0]);
  });

  it('takes the head of a mole for the mole', () => {
    const { x, y } = spotOf([0, 0], TILTED);
    expect(aim(x, y - 34, scope(TILTED))).not.toEqual([0, 0]);
    expect(aim(x, y - 34, scope(TILTED, [], 0, [[0, 0]]))).toEqual([0, 0]);
  });

  it('prefers what can move to what stands before it', () => {
    const { x, y } = spotOf([0, 0], TILTED);
    const moles: Cell[] = [
      [0, 0],
      [0, 1],
      [-1, 1],
    ];
    expect(aim(x, y - 20, scope(TILTED, [[0, 0]], 0, moles))).toEqual([0, 0]);
  });

  it('measures how near points are to each other', () => {
    const at = (x: number, y: number) => ({ x, y });
    expect(nearest([at(0, 0), at(30, 40), at(0, 9)])).toBe(9);
    expect(nearest([at(0, 0)])).toBe(Infinity);
  });
});
