import { describe, expect, it } from 'vitest';
import { bestOf, chanceOf } from '../../src/game/advice';
import type { PlayerAction } from '../../src/protocol/game';

const move = (to: number): PlayerAction => ({ type: 'move', from: [0, 0], to: [to, 0] });

/** In the order in which they were thought about. */
const CHOICES = [
  { action: move(1), chance: 0.4 },
  { action: move(2), chance: 0.6 },
  { action: move(3), chance: 0.4 },
  { action: move(-1), chance: 0.9 },
];

describe('advice', () => {
  it('has the best chance first, and of equal ones the better known', () => {
    expect(bestOf(CHOICES, 3).map((one) => one.action)).toEqual([move(2), move(1), move(3)]);
  });

  it('leaves the list as it was', () => {
    bestOf(CHOICES);
    expect(CHOICES[0]!.action).toEqual(move(1));
  });

  it('knows the chance of what is advised', () => {
    expect(chanceOf(move(3), CHOICES)).toBe(0.4);
    expect(chanceOf({ type: 'pass' }, CHOICES)).toBeUndefined();
  });
});
