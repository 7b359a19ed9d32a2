/** The picture on the first screen: a game in full swing. */

import art from '../../board/art.json';
import { newScene, type Scene } from '../../board/scene';
import { makeStack } from '../../board/stack';
import type { Cell, PlainBoardSet } from '../../protocol/game';

export const heroStack = makeStack(art.boards as unknown as PlainBoardSet, [0, 2, 1, 0]);
export const heroTeams = ['red', 'blue', 'green', 'yellow'];

const PLACES: Cell[][] = [
  [
    [-3, 2],
    [1, -3],
    [-2, 2],
    [3, -1],
    [0, 2],
  ],
  [
    [2, 0],
    [-1, -1],
    [1, 2],
    [-2, -2],
    [4, -4],
  ],
  [
    [-1, 3],
    [3, -3],
    [-3, 0],
    [0, 0],
    [-3, 4],
  ],
  [
    [1, 1],
    [0, -2],
    [-4, 4],
    [4, 0],
    [-2, 1],
  ],
];

export const heroScene: Scene = {
  ...newScene(4, 6),
  moles: PLACES.flatMap((cells, seat) =>
    cells.map((cell, number) => ({ id: `${seat}.${number}`, seat, cell })),
  ),
};
