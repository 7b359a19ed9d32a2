/**
 * Puzzles that were fetched before anybody asked for them: a tap shows one at once. The last few stay
 * on the device, so that the next visit has one before anybody has answered.
 */

import { keep, kept } from '../device/store';
import type { PuzzleView } from '../protocol/puzzle';

const PLACE = 'taupes.puzzles.ahead';
/** How many stay; each is about ten kilobytes. */
const MOST = 2;

/** Another page may draw puzzles otherwise. */
const BUILD =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '');

interface Kept {
  build: string;
  /** By path, the latest last. */
  views: [string, PuzzleView][];
}

function read(): [string, PuzzleView][] {
  try {
    const { build, views } = JSON.parse(kept(PLACE) ?? '') as Kept;
    return build === BUILD && Array.isArray(views) ? views : [];
  } catch {
    return [];
  }
}

const write = (views: [string, PuzzleView][]): void =>
  keep(PLACE, JSON.stringify({ build: BUILD, views: views.slice(-MOST) } satisfies Kept));

const coming = new Map<string, Promise<PuzzleView>>();

/** Fetch the puzzle of a path, for the next visit too if it stays; `taken` has it from then on. */
export function expect(
  path: string,
  ask: (path: string) => Promise<PuzzleView>,
  stays: boolean,
): void {
  if (taken(path)) return;
  const one = ask(path);
  coming.set(path, one);
  one.then(
    (view) => stays && write([...read(), [path, view]]),
    () => coming.delete(path),
  );
}

/** The puzzle of a path, if it is here or on its way. */
export function taken(path: string): Promise<PuzzleView> | null {
  const view = read().find(([known]) => known === path)?.[1];
  return view ? Promise.resolve(view) : (coming.get(path) ?? null);
}

/** Whether anything lies here. */
export const hasAny = (): boolean => read().length > 0;

/** Puzzles that came in another way, in no order. */
export function put(views: [string, PuzzleView][]): void {
  const lots = views.map((one) => [Math.random(), one] as const).sort(([a], [b]) => a - b);
  write(lots.map(([, one]) => one));
}

/** Whether the puzzle of a path can be shown at once. */
export const isHere = (path: string): boolean => read().some(([known]) => known === path);

/** A puzzle that was answered need not lie here any longer. */
export function drop(path: string): void {
  coming.delete(path);
  if (isHere(path)) write(read().filter(([known]) => known !== path));
}
