import { afterEach, expect, it, vi } from 'vitest';
import type { Part, Source } from '../../src/local/parts';
import { Weights } from '../../src/local/weights';

const PARTS = {
  'classic-2': { file: 'two.packed', bytes: 3 },
  'classic-3': { file: 'three.packed', bytes: 3 },
};

/** Weights of a source, and what has been asked of it, laid and stored. */
function made(unpack: (part: Part) => Promise<Response>, kept: string[] = []) {
  const seen = { asked: [] as string[], laid: [] as [string, number][], stored: [] as string[] };
  const source = {
    unpack: (part: Part) => {
      seen.asked.push(part.file);
      return unpack(part);
    },
    kept: async (file: string) => (kept.includes(file) ? new Response() : undefined),
    store: async (file: string) => void seen.stored.push(file),
  };
  const lay = (name: string, data: Uint8Array) => void seen.laid.push([name, data.length]);
  return { weights: new Weights(source as unknown as Source, PARTS, lay), seen };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('brings each once, however many ask', async () => {
  const { weights, seen } = made(async () => new Response('abc'));
  await Promise.all(['classic-2', 'classic-2', 'classic-3'].map((name) => weights.bring(name)));
  await weights.bring('classic-2');
  expect(seen.asked).toEqual(['two.packed', 'three.packed']);
  expect(seen.laid).toEqual([
    ['classic-2', 3],
    ['classic-3', 3],
  ]);
});

it('has nothing to bring where none were made', async () => {
  const { weights, seen } = made(async () => new Response('abc'));
  await weights.bring(undefined);
  await weights.bring('grand-4');
  expect(seen.asked).toEqual([]);
});

it('goes on without what cannot be had, and asks no second time', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { weights, seen } = made(() => Promise.reject(new TypeError('no network')));
  await weights.bring('classic-2');
  await weights.bring('classic-2');
  expect([seen.asked, seen.laid]).toEqual([['two.packed'], []]);
});

it('does not wait for ever, nor lay what comes too late', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  let come: (answer: Response) => void = () => undefined;
  const { weights, seen } = made(() => new Promise((resolve) => (come = resolve)));
  const bringing = weights.bring('classic-2');
  await vi.advanceTimersByTimeAsync(30_000);
  await bringing;
  come(new Response('abc'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.laid).toEqual([]);
});

it('stores what is not kept yet for another day', async () => {
  const { weights, seen } = made(async () => new Response(), ['two.packed']);
  await weights.keepAll();
  expect([seen.stored, seen.laid]).toEqual([['three.packed'], []]);
});
