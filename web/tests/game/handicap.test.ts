import { describe, expect, it } from 'vitest';
import { fairMoles } from '../../src/game/handicap';

const WORTH = [-250, -170, -80, -15, 0, 0];
const rated = (...strengths: number[]) =>
  strengths.map((strength) => ({ strength, reliance: strength > 100 ? 2 : 1 }));

describe('a fair handicap', () => {
  it('leaves everything as it is among equals', () => {
    expect(fairMoles(rated(0, 0, 0), WORTH)).toEqual({ moles: [6, 6, 6], short: 0 });
  });

  it('takes moles from the stronger, and gives none', () => {
    expect(fairMoles(rated(0, 90), WORTH).moles).toEqual([6, 3]);
    expect(fairMoles(rated(-100, 0, -80), WORTH).moles).toEqual([6, 3, 4]);
  });

  it('takes fewer from those who miss them more', () => {
    expect(fairMoles(rated(0, 160), WORTH).moles).toEqual([6, 3]);
  });

  it('says by how much it falls short', () => {
    const { moles, short } = fairMoles(rated(-600, 0), WORTH);
    expect(moles).toEqual([6, 1]);
    expect(short).toBe(350);
  });
});
