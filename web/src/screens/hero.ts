/** The picture on the first screen: a game in full swing. */

import type { PlainBoardSet } from '../board/stack';
import { makeStack } from '../board/stack';
import type { Scene } from '../board/story';
import { newScene } from '../board/story';
import type { Cell } from '../board/hex';
import art from '../draw/art.json';

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
