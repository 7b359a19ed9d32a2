import { beforeEach, expect, it, vi } from 'vitest';
import type { PuzzleView } from '../../src/protocol/puzzle';

const PLACE = 'taupes.puzzles.ahead';
const view = (id: string) => ({ id }) as PuzzleView;

/** A page that has just been opened, on a device that keeps what it is given. */
async function opened() {
  vi.resetModules();
  return import('../../src/wire/ahead');
}

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (place: string) => store.get(place) ?? null,
    setItem: (place: string, text: string) => store.set(place, text),
  });
});

it('has a puzzle on its way for whoever asks, and fetches it once', async () => {
  const ahead = await opened();
  const fetch = vi.fn(async () => view('a'));
  expect(ahead.taken('/a')).toBeNull();
  ahead.expect('/a', fetch, true);
  ahead.expect('/a', fetch, true);
  expect(await ahead.taken('/a')).toEqual(view('a'));
  expect(fetch).toHaveBeenCalledOnce();
});

it('shows on the next visit what stays, and nothing else', async () => {
  const first = await opened();
  first.expect('/a', async () => view('a'), true);
  first.expect('/day', async () => view('day'), false);
  await Promise.all([first.taken('/a'), first.taken('/day')]);
  const next = await opened();
  expect(next.isHere('/a')).toBe(true);
  expect(await next.taken('/a')).toEqual(view('a'));
  expect(next.taken('/day')).toBeNull();
  next.drop('/a');
  expect((await opened()).taken('/a')).toBeNull();
});

it('keeps the latest few', async () => {
  const ahead = await opened();
  for (const name of ['a', 'b', 'c']) {
    ahead.expect(`/${name}`, async () => view(name), true);
    await ahead.taken(`/${name}`);
  }
  expect(['/a', '/b', '/c'].map(ahead.isHere)).toEqual([false, true, true]);
});

it('begins with a few of those that came in another way', async () => {
  const ahead = await opened();
  expect(ahead.hasAny()).toBe(false);
  ahead.put(['a', 'b', 'c'].map((name) => [`/${name}`, view(name)]));
  expect(['/a', '/b', '/c'].filter(ahead.isHere)).toHaveLength(2);
  expect((await opened()).hasAny()).toBe(true);
});

it('asks again for what did not come', async () => {
  const ahead = await opened();
  ahead.expect('/a', () => Promise.reject(new Error('nobody there')), true);
  await ahead.taken('/a')?.catch(() => undefined);
  expect(ahead.taken('/a')).toBeNull();
});

it('takes nothing that another page or somebody else has left', async () => {
  for (const text of ['{', '{"build":"old.js","views":[["/a",{}]]}', '{"build":"","views":7}']) {
    localStorage.setItem(PLACE, text);
    expect((await opened()).taken('/a'), text).toBeNull();
  }
});
