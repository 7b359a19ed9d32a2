import { describe, expect, it } from 'vitest';
import { dayBefore, daySigns, isBoundTo, signsOf } from '../../src/game/daytext';
import type { DayLine } from '../../src/protocol/day';

const line: DayLine = {
  place: 1,
  name: 'Ada',
  won: true,
  turns: 21,
  holes: 7,
  course: [
    [3, 4],
    [2, 3],
    [1, 2],
    [1, 1],
  ],
  lost: null,
  you: true,
  record: null,
};

describe('a result as signs', () => {
  it('has a line for each board, as wide as moles stood on it', () => {
    expect(signsOf(line.course)).toEqual(['🟢🟢🟢⚪', '🟢🟢⚪', '🟢⚪', '🟢']);
    expect(signsOf([[0, 2]])).toEqual(['⚪⚪']);
  });

  it('says whether it was won, and nothing of the moves', () => {
    const text = daySigns(line, 'Stack 2026-11-19', '21 turns');
    expect(text.split('\n')).toEqual([
      'Stack 2026-11-19 🏆',
      '🟢🟢🟢⚪',
      '🟢🟢⚪',
      '🟢⚪',
      '🟢',
      '21 turns',
    ]);
    expect(daySigns({ ...line, won: false }, 'S', '')).not.toContain('🏆');
    expect(text).not.toContain('Ada');
  });
});

describe('days', () => {
  it('are counted back over months and years', () => {
    expect(dayBefore('2027-01-01')).toBe('2026-12-31');
    expect(dayBefore('2028-03-01')).toBe('2028-02-29');
  });

  it('are proved by a seed that fits the fingerprint', async () => {
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode('taupes-fair-1:5eed'),
    );
    const fingerprint = Buffer.from(digest).toString('hex');
    expect(await isBoundTo('5eed', fingerprint)).toBe(true);
    expect(await isBoundTo('5eee', fingerprint)).toBe(false);
  });
});
