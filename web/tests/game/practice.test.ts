import { describe, expect, it } from 'vitest';
import {
  answered,
  dayOf,
  daysNow,
  mergedPractice,
  nextPuzzle,
  parsePractice,
  readPractice,
  rushOf,
  solvedDay,
} from '../../src/game/practice';
import type { PuzzleEntry } from '../../src/protocol/puzzle';

const fresh = readPractice(null);
const entry = (id: string, rating: number, step = 1, themes = ['home']): PuzzleEntry => ({
  id,
  rating,
  step,
  seats: 2,
  themes,
});
const RATING = { rating: 1600, deviation: 200, volatility: 0.06 };

describe('progress', () => {
  it('begins anew when what was kept makes no sense', () => {
    expect(readPractice('{')).toEqual(fresh);
    expect(readPractice('{"run":3}').run).toBe(3);
  });

  it('counts the first answer only', () => {
    const once = answered(fresh, 'a', true, RATING);
    expect(once).toMatchObject({ run: 1, longest: 1, rating: RATING, tried: { a: true } });
    expect(answered(once, 'a', false, null)).toBe(once);
    expect(answered(once, 'b', false, null)).toMatchObject({ run: 0, longest: 1, rating: RATING });
  });

  it('does not grow for ever', () => {
    const tried = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, true]));
    const full = answered({ ...fresh, tried }, 'new', true, null);
    expect(Object.keys(full.tried)).toHaveLength(5000);
    expect(full.tried).not.toHaveProperty('p0');
    expect(full.tried.new).toBe(true);
  });

  it('counts days in a row, each once', () => {
    const one = solvedDay(fresh, '2026-11-30');
    const two = solvedDay(one, '2026-12-01');
    expect([one.days, two.days, solvedDay(two, '2026-12-01').days]).toEqual([1, 2, 2]);
    expect(solvedDay(two, '2026-12-03').days).toBe(1);
    expect(daysNow(two, '2026-12-01')).toBe(2);
    expect(daysNow(two, '2026-12-02')).toBe(2);
    expect(daysNow(two, '2026-12-03')).toBe(0);
  });

  it('has days that are the same all over the world', () => {
    expect(dayOf(Date.UTC(2026, 10, 18, 23, 59))).toBe('2026-11-18');
  });
});

describe('the next puzzle', () => {
  const all = [entry('easy', 1300), entry('fit', 1450, 2), entry('hard', 2000, 5, ['block'])];

  it('is near the rating', () => {
    expect(nextPuzzle(all, fresh, {}, 0)?.id).toBe('easy');
    expect(nextPuzzle(all, fresh, {}, 0.99)?.id).toBe('fit');
    const good = { ...fresh, rating: { ...RATING, rating: 2600 } };
    expect(nextPuzzle(all, good, {}, 0)?.id).toBe('hard');
  });

  it('is one that was not tried, as long as there is one', () => {
    const tried = { ...fresh, tried: { easy: false } };
    expect(nextPuzzle(all, tried, {}, 0)?.id).toBe('fit');
    const allTried = { ...fresh, tried: { easy: true, fit: true, hard: true } };
    expect(nextPuzzle(all, allTried, { not: 'easy' }, 0)?.id).toBe('fit');
  });

  it('is one that can be shown at once, if it fits as well', () => {
    const here = (wanted: string) => ({ isHere: (id: string) => id === wanted });
    expect(nextPuzzle(all, fresh, here('fit'), 0)?.id).toBe('fit');
    expect(nextPuzzle(all, fresh, here('hard'), 0)?.id).toBe('easy');
    expect(nextPuzzle(all, { ...fresh, tried: { fit: true } }, here('fit'), 0)?.id).toBe('easy');
  });

  it('is what was asked for', () => {
    expect(nextPuzzle(all, fresh, { theme: 'block' }, 0)?.id).toBe('hard');
    expect(nextPuzzle(all, fresh, { step: 5 }, 0)?.id).toBe('hard');
    expect(nextPuzzle(all, fresh, { theme: 'none' }, 0)).toBeNull();
  });
});

describe('three minutes', () => {
  it('go from easy to hard, with nothing twice', () => {
    const all = Array.from({ length: 60 }, (_, i) => entry(`p${i}`, 1000 + i, 1 + (i % 5)));
    const some = rushOf(all, () => 0.4);
    expect(some).toHaveLength(40);
    expect(new Set(some.map(({ id }) => id)).size).toBe(40);
    const steps = some.map(({ step }) => step);
    expect(steps).toEqual([...steps].sort());
  });
});

describe('progress from another device', () => {
  const here = { ...answered(fresh, 'a', true, RATING), day: '2026-11-17', days: 4, rush: 3 };
  const there = {
    ...answered(answered(fresh, 'b', false, RATING), 'c', true, { ...RATING, rating: 1700 }),
    day: '2026-11-18',
    days: 1,
  };

  it('is read if it makes sense', () => {
    expect(parsePractice(JSON.parse(JSON.stringify(there)))).toEqual(there);
    expect(parsePractice({})).toEqual(fresh);
    for (const wrong of [
      null,
      'text',
      { tried: null },
      { tried: { a: 1 } },
      { run: -1 },
      { rush: 1.5 },
      { days: '3' },
      { day: 'today' },
      { rating: { rating: 'much' } },
      { rating: 1500 },
    ])
      expect(parsePractice(wrong)).toBeNull();
  });

  it('remembers no more than what is remembered here', () => {
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`p${n}`, true]));
    const tried = Object.keys(parsePractice({ tried: many })!.tried);
    expect(tried).toHaveLength(5000);
    expect(tried.at(-1)).toBe('p5999');
  });

  it('is added to what was done here, whichever came first', () => {
    for (const both of [mergedPractice(here, there), mergedPractice(there, here)]) {
      expect(both.tried).toEqual({ a: true, b: false, c: true });
      expect(both.rating!.rating).toBe(1700);
      expect([both.day, both.days, both.rush, both.longest]).toEqual(['2026-11-18', 1, 3, 1]);
    }
    expect(mergedPractice(here, here)).toEqual(here);
    expect(mergedPractice(fresh, here)).toEqual(here);
  });
});
