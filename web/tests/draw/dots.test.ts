import { expect, it } from 'vitest';
import art from '../../src/board/art.json';
import { ABOVE, type Affine, TILTED } from '../../src/board/camera';
import { makeStack } from '../../src/board/stack';
import { dotsOf, ellipse } from '../../src/draw/dots';
import type { PlainBoardSet } from '../../src/protocol/game';

const stack = makeStack(art.boards as unknown as PlainBoardSet);

/** The points and half axes that an outline names. */
const numbers = (outline: string) => outline.match(/-?[\d.]+/g)!.map(Number);

it('draws every plain cell of a board, and no hole or special cell', () => {
  for (const [level, board] of stack.levels.entries()) {
    const all = 3 * board.radius * (board.radius + 1) + 1;
    const plain = all - board.holes.size - board.specials.size;
    const { cells, edge, face } = dotsOf(TILTED, stack, level);
    expect(cells).toHaveLength(plain);
    expect(face.match(/M/g)).toHaveLength(plain);
    expect(edge.match(/M/g)).toHaveLength(2 * plain);
  }
});

it('draws round cells from above, around their middle', () => {
  const { cells, face } = dotsOf(ABOVE, stack, 0);
  const [x, y, long, wide] = numbers(face);
  expect(long).toBeCloseTo(wide!, 1);
  expect(Math.hypot(x! - cells[0]!.x, y! - cells[0]!.y)).toBeCloseTo(long!, 1);
});

it('makes of a circle what a map makes of its points', () => {
  const map: Affine = [1.2, 0.3, -0.5, 0.7, 40, 60];
  const [, , long, wide, degrees] = numbers(ellipse(map, 10, 2));
  const angle = (degrees! * Math.PI) / 180;
  const [a, b, c, d] = map;
  for (let i = 0; i < 12; i++) {
    const [u, v] = [10 * Math.cos(i), 10 * Math.sin(i)];
    const [x, y] = [a * u + c * v, b * u + d * v];
    const along = (x * Math.cos(angle) + y * Math.sin(angle)) / long!;
    const across = (y * Math.cos(angle) - x * Math.sin(angle)) / wide!;
    expect(along ** 2 + across ** 2).toBeCloseTo(1, 2);
  }
});
