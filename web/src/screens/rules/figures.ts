/** The pictures in the rules: small boards with a few moles, each showing one thing. */

import { newScene, type Scene } from '../../board/scene';
import { makeStack, type Stack } from '../../board/stack';
import { type Marks, NO_MARKS } from '../../draw/marks';
import type { Cell, PlainBoard } from '../../protocol/game';

export interface Figure {
  stack: Stack;
  scene: Scene;
  marks: Marks;
  /** The seat whose moles look up. */
  turn: number | null;
}

const HOLES: Cell[] = [
  [0, -2],
  [-2, 1],
  [2, 0],
];
const board = (holes: Cell[], more: Partial<PlainBoard> = {}): PlainBoard => ({
  name: '',
  radius: 2,
  holes,
  ...more,
});
const LAST = board([[0, 0]], { solid: [0, 2, 4] });
const SPECIALS: Cell[] = [
  [1, -1],
  [-1, 2],
];
const stackOf = (top: PlainBoard) =>
  makeStack({
    name: '',
    levels: [top, board([[0, 1]], { specials: SPECIALS }), board([[1, 0]]), LAST],
  });

function figure(
  stack: Stack,
  level: number,
  moles: readonly (readonly [seat: number, cell: Cell])[],
  marks: Partial<Marks> = {},
  turn: number | null = null,
): Figure {
  const scene: Scene = {
    ...newScene(4, 0),
    level,
    moles: moles.map(([seat, cell], number) => ({ id: `${seat}.${number}`, seat, cell })),
  };
  return { stack, scene, marks: { ...NO_MARKS, ...marks }, turn };
}

/** Red has turned over a 2; must agree with `move_figure` in taupes.paper.figures. */
export const MOVE = figure(
  makeStack({
    name: '',
    levels: [
      board([
        [0, -2],
        [-2, 1],
      ]),
      LAST,
    ],
  }),
  0,
  [
    [0, [0, 0]],
    [1, [1, 0]],
  ],
  {
    chosen: [0, 0],
    targets: [
      [0, 2],
      [-2, 2],
      [-2, 0],
      [0, -2],
      [2, -2],
    ],
  },
  0,
);

const FULL = stackOf(board(HOLES));

/** A mole in every hole, and two that found none. */
export const FILLED = figure(FULL, 0, [
  [0, HOLES[0]!],
  [1, HOLES[1]!],
  [2, HOLES[2]!],
  [3, [-1, 0]],
  [1, [0, 1]],
]);

/** The same a moment later. */
export const LIFTED = figure(FULL, 1, [
  [0, HOLES[0]!],
  [1, HOLES[1]!],
  [2, HOLES[2]!],
]);

/** A mole on a special cell. */
export const SPECIAL = figure(
  FULL,
  1,
  [
    [0, SPECIALS[0]!],
    [0, [-2, 1]],
    [1, [2, -2]],
  ],
  {},
  0,
);

/** Somebody has won. */
export const WON = figure(FULL, 3, [
  [1, [0, 0]],
  [0, [1, 1]],
]);
