import { describe, expect, it } from 'vitest';
import { chosenMole, forced, optionsOf, tap, targetsOf } from '../../src/game/choice';

const moves = optionsOf([
  {
    type: 'move',
    from: [0, 0],
    to: [
      [2, 0],
      [0, 2],
    ],
  },
  {
    type: 'move',
    from: [1, 1],
    to: [
      [1, -1],
      [0, 2],
    ],
  },
]);

describe('choice', () => {
  it('places moles and explains where none may stand', () => {
    const options = optionsOf([{ type: 'place', cells: [[0, 1]] }]);
    expect(tap([0, 1], options, null, [], null)).toEqual({
      kind: 'act',
      action: { type: 'place', cell: [0, 1] },
    });
    expect(tap([0, 0], options, null, [], null).kind).toBe('explain');
  });

  it('chooses a mole, then a target', () => {
    expect(tap([0, 0], moves, null, [], 2)).toEqual({ kind: 'choose', cell: [0, 0] });
    expect(tap([0, 0], moves, [0, 0], [], 2)).toEqual({ kind: 'unchoose' });
    expect(tap([2, 0], moves, [0, 0], [], 2)).toEqual({
      kind: 'act',
      action: { type: 'move', from: [0, 0], to: [2, 0] },
    });
  });

  it('moves at once to a cell that only one mole can reach', () => {
    expect(tap([1, -1], moves, null, [], 2)).toMatchObject({
      kind: 'act',
      action: { from: [1, 1] },
    });
    expect(tap([0, 2], moves, null, [], 2).kind).toBe('explain');
  });

  it('asks why another cell is no good', () => {
    expect(tap([3, 0], moves, [0, 0], [], 2)).toEqual({
      kind: 'explain',
      action: { type: 'move', from: [0, 0], to: [3, 0] },
    });
    expect(tap([-1, 0], moves, [0, 0], [[-1, 0]], 2)).toEqual({
      kind: 'explain',
      action: { type: 'move', from: [-1, 0], to: [1, 0] },
    });
  });

  it('holds the only mole that can move', () => {
    const one = optionsOf([{ type: 'move', from: [0, 0], to: [[2, 0]] }]);
    expect(chosenMole(one, null)).toEqual([0, 0]);
    expect(targetsOf(one, [0, 0])).toEqual([[2, 0]]);
    expect(chosenMole(moves, null)).toBeNull();
  });

  it('knows what is forced', () => {
    expect(forced(optionsOf([{ type: 'blocked' }]))).toBe('blocked');
    expect(forced(optionsOf([{ type: 'pass' }]))).toBe('pass');
    expect(forced(optionsOf([{ type: 'turn', slots: [1] }, { type: 'pass' }]))).toBeNull();
    expect(forced(optionsOf([{ type: 'turn', slots: [1] }, { type: 'decline' }]))).toBeNull();
  });
});
