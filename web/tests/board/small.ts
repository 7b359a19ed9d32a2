/** A small game for tests: two boards, two seats with two moles each. */

import { makeStack } from '../../src/board/stack';
import type { GameEvent } from '../../src/protocol/game';

export const stack = makeStack({
  name: 'small',
  levels: [
    {
      name: 'a',
      radius: 2,
      holes: [
        [0, 0],
        [2, 0],
      ],
    },
    { name: 'b', radius: 2, holes: [[0, 0]], solid: [0, 2, 4] },
  ],
});
export const game = { stack, seats: 2, moles: 2 };
export const opening: GameEvent[] = [
  { type: 'place', player: 0, cell: [-1, 0] },
  { type: 'place', player: 1, cell: [0, 2] },
  { type: 'place', player: 0, cell: [1, 0] },
  { type: 'place', player: 1, cell: [0, -2] },
];
