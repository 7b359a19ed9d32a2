import { describe, expect, it } from 'vitest';
import art from '../../src/board/art.json';
import { cellName, cellOf, hexagon, key, line, straight, turned } from '../../src/board/hex';
import { kindOf, makeStack, parseOrientations, stackOfTheDay } from '../../src/board/stack';
import type { PlainBoardSet } from '../../src/protocol/game';

describe('hex', () => {
  it('counts and names cells as the rules do', () => {
    expect(hexagon(4)).toHaveLength(61);
    expect([cellName([0, 0], 4), cellName([-4, 4], 4), cellName([4, -4], 4)]).toEqual([
      'e5',
      'a1',
      'i9',
    ]);
  });

  it('turns cells clockwise, six times to where they were', () => {
    expect(turned([1, 0], 1)).toEqual([0, 1]);
    for (const cell of hexagon(3)) expect(turned(cell, 6)).toEqual(cell);
  });

  it('knows straight lines', () => {
    expect(straight([1, -1], [1, 2])).toEqual([1, 3]);
    expect(straight([0, 0], [1, 1])).toBeNull();
    expect(line([0, 0], [-2, 2])).toEqual([
      [0, 0],
      [-1, 1],
      [-2, 2],
    ]);
    expect(cellOf(key([-3, 2]))).toEqual([-3, 2]);
  });
});

describe('stack', () => {
  const boards = art.boards as unknown as PlainBoardSet;

  it('turns every board by its own orientation', () => {
    const stack = makeStack(boards, [1, 0, 0, 2]);
    expect(stack.levels.map((board) => board.ground)).toEqual(['meadow', 'clay', 'sand', 'rock']);
    expect(stack.levels[0]!.holes.has(key(turned([0, -4], 1)))).toBe(true);
    expect([...stack.levels[3]!.solid].sort()).toEqual([0, 2, 4]);
    expect(kindOf(stack.levels[3]!, [0, 0])).toBe('hole');
    expect(kindOf(stack.levels[3]!, [4, 0])).toBe('off');
  });

  it('knows whether its special cells mean anything', () => {
    expect(makeStack(boards).idle).toBe(false);
    expect(makeStack(boards, [], { special_cells: true }).idle).toBe(false);
    expect(makeStack(boards, [], { special_cells: false }).idle).toBe(true);
  });

  it('reads codes', () => {
    expect(parseOrientations('0351', 4)).toEqual([0, 3, 5, 1]);
    for (const bad of ['', '035', '03516', '0361x', '0371'])
      expect(parseOrientations(bad, 4)).toBeNull();
  });

  it('has one stack for each day', () => {
    expect(stackOfTheDay('2026-01-31', 4)).toEqual(stackOfTheDay('2026-01-31', 4));
    const days = Array.from({ length: 28 }, (_, i) =>
      stackOfTheDay(`2026-02-${i + 1}`, 4).join(''),
    );
    expect(new Set(days).size).toBeGreaterThan(20);
    expect(days.every((code) => parseOrientations(code, 4))).toBe(true);
  });
});
