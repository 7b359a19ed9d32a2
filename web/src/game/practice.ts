/** What somebody has done with puzzles so far, and which one comes next: no drawing, no network. */

import type { PuzzleEntry, SolverRating } from '../protocol/puzzle';

export interface PracticeProgress {
  /** Null until the first puzzle that counts. */
  rating: SolverRating | null;
  /** Puzzles that were tried, the latest last, and whether the first answer solved them. */
  tried: Record<string, boolean>;
  /** Solved at the first try, one after the other. */
  run: number;
  longest: number;
  /** The last day whose puzzle was solved, and how many in a row. */
  day: string;
  days: number;
  /** The most that were solved in three minutes. */
  rush: number;
}

const FRESH: PracticeProgress = {
  rating: null,
  tried: {},
  run: 0,
  longest: 0,
  day: '',
  days: 0,
  rush: 0,
};

/** Puzzles that are remembered; the oldest may come again. */
const REMEMBERED = 5000;

/** How far from one's own rating a puzzle is looked for first. */
const NEAR = 120;

/** Where somebody begins of whom nothing is known. */
const BEGINNING = 1400;

export function readPractice(text: string | null): PracticeProgress {
  try {
    return { ...FRESH, ...(JSON.parse(text ?? '{}') as Partial<PracticeProgress>) };
  } catch {
    return { ...FRESH };
  }
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Progress that came from elsewhere; null if it is none. */
export function parsePractice(value: unknown): PracticeProgress | null {
  if (typeof value !== 'object' || value === null) return null;
  const { rating, tried, run, longest, day, days, rush } = { ...FRESH, ...value };
  const isRated =
    rating === null ||
    [rating?.rating, rating?.deviation, rating?.volatility].every(Number.isFinite);
  const isTried =
    typeof tried === 'object' &&
    tried !== null &&
    Object.values(tried).every((one) => typeof one === 'boolean');
  const isDay = typeof day === 'string' && /^(\d{4}-\d\d-\d\d)?$/.test(day);
  if (!isRated || !isTried || !isDay || ![run, longest, days, rush].every(isCount)) return null;
  return { rating, tried: newest(tried), run, longest, day, days, rush };
}

/** As many as are remembered, the latest last. */
function newest(tried: Record<string, boolean>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(tried).slice(-REMEMBERED));
}

/** What was done on two devices: all puzzles, and the rating of whoever has tried more of them. */
export function mergedPractice(one: PracticeProgress, other: PracticeProgress): PracticeProgress {
  const count = ({ tried }: PracticeProgress) => Object.keys(tried).length;
  const [less, more] = count(one) > count(other) ? [other, one] : [one, other];
  const { day, days } = one.day > other.day ? one : other;
  return {
    ...more,
    rating: more.rating ?? less.rating,
    tried: newest({ ...less.tried, ...more.tried }),
    longest: Math.max(one.longest, other.longest),
    day,
    days: one.day === other.day ? Math.max(one.days, other.days) : days,
    rush: Math.max(one.rush, other.rush),
  };
}

/** A day as all the world counts it, so that everybody has the same puzzle. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const before = (day: string): string => dayOf(Date.parse(day) - 86_400_000);

/** Whether the days in a row still count: the last one was today or yesterday. */
export const daysNow = (progress: PracticeProgress, today: string): number =>
  progress.day === today || progress.day === before(today) ? progress.days : 0;

/** After an answer; only the first one to a puzzle counts. */
export function answered(
  progress: PracticeProgress,
  id: string,
  solved: boolean,
  rating: SolverRating | null,
): PracticeProgress {
  if (id in progress.tried) return progress;
  const run = solved ? progress.run + 1 : 0;
  const tried = { ...progress.tried, [id]: solved };
  return {
    ...progress,
    tried: newest(tried),
    run,
    longest: Math.max(run, progress.longest),
    rating: rating ?? progress.rating,
  };
}

/** After the puzzle of a day was solved. */
export function solvedDay(progress: PracticeProgress, day: string): PracticeProgress {
  if (progress.day === day) return progress;
  return { ...progress, day, days: progress.day === before(day) ? progress.days + 1 : 1 };
}

/** Which puzzle is wanted. */
export interface Wanted {
  theme?: string | null;
  step?: number | null;
  not?: string;
  /** Which of them could be shown at once. */
  isHere?: (id: string) => boolean;
}

/**
 * The puzzle that fits best: new, of the theme, near one's rating; among equals one that is here,
 * else `chance` from 0 to 1 picks.
 */
export function nextPuzzle(
  all: readonly PuzzleEntry[],
  progress: PracticeProgress,
  wanted: Wanted,
  chance: number,
): PuzzleEntry | null {
  const fit = all.filter(
    ({ id, themes, step }) =>
      id !== wanted.not &&
      (!wanted.theme || themes.includes(wanted.theme)) &&
      (!wanted.step || step === wanted.step),
  );
  const fresh = fit.filter(({ id }) => !(id in progress.tried));
  const pool = fresh.length ? fresh : fit;
  if (!pool.length) return null;
  const mine = progress.rating?.rating ?? BEGINNING;
  const away = ({ rating }: PuzzleEntry) => Math.abs(rating - mine);
  const near = wanted.step ? pool : pool.filter((one) => away(one) <= NEAR);
  const here = near.find(({ id }) => wanted.isHere?.(id));
  if (near.length) return here ?? near[Math.floor(chance * near.length)]!;
  return pool.reduce((best, one) => (away(one) < away(best) ? one : best));
}

/** Puzzles for three minutes: easy ones first, ever harder. */
export function rushOf(all: readonly PuzzleEntry[], chance: () => number): PuzzleEntry[] {
  return [1, 2, 3, 4, 5].flatMap((step) => {
    const some = all.filter((one) => one.step === step);
    for (let i = some.length - 1; i > 0; i--) {
      const j = Math.floor(chance() * (i + 1));
      [some[i], some[j]] = [some[j]!, some[i]!];
    }
    return some.slice(0, 8);
  });
}
