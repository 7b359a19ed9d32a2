import { describe, expect, it } from 'vitest';
import { TILTED } from '../../src/board/camera';
import { frameOf } from '../../src/draw/shape';
import { stanceIn } from '../../src/parts/stance';
import { stack } from '../board/small';

describe('the stance of a stack', () => {
  /** How much of the width of a room the stack fills. */
  const filled = (width: number, height: number) => {
    const box = frameOf(stanceIn(width, height, stack), stack);
    return Math.min(1, (height * box.width) / box.height / width);
  };

  it('has a side in front in a wide room, and a corner in a tall one', () => {
    expect(stanceIn(1000, 600, stack)).toEqual({ ...TILTED, turn: 0, snug: 0 });
    expect(stanceIn(300, 290, stack).turn).toBe(0);
    expect(stanceIn(300, 320, stack).turn).toBeCloseTo(Math.PI / 6);
  });

  it('fills the width of any room that is no wider than a stack', () => {
    for (const height of [260, 280, 300, 310, 340, 400, 600]) expect(filled(300, height)).toBe(1);
  });

  it('is seen from further above, the higher the room', () => {
    const tilts = [200, 240, 250, 260].map((height) => stanceIn(300, height, stack).tilt);
    expect(tilts).toEqual([...tilts].sort().reverse());
    expect(tilts[0]).toBe(TILTED.tilt);
    expect(tilts[3]).toBeLessThan(TILTED.tilt);
  });

  it('wastes nothing of a low room', () => {
    expect(stanceIn(300, 200, stack).snug).toBe(1);
    expect(filled(300, 200)).toBeGreaterThan(0.8);
  });
});
