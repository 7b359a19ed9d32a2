import { afterEach, expect, it, vi } from 'vitest';
import { changed, type Change } from '../../src/local/change';
import { Thinkers } from '../../src/local/thinkers';

/** A thinker that answers with what it was asked, unless it is dead. */
class Echo {
  static all: Echo[] = [];
  onmessage: ((event: { data: Uint8Array }) => void) | null = null;
  onerror: (() => void) | null = null;
  isDead = false;
  private request: Uint8Array<ArrayBuffer> | null = null;

  constructor() {
    Echo.all.push(this);
  }

  postMessage(message: { type: string; change: Change }): void {
    if (message.type !== 'think') return;
    this.request = changed(this.request, structuredClone(message.change));
    const answer = this.request.slice();
    if (!this.isDead) queueMicrotask(() => this.onmessage?.({ data: answer }));
  }

  terminate(): void {
    this.isDead = true;
  }
}

const team = () =>
  new Thinkers(() => new Echo() as unknown as Worker, Promise.resolve({} as WebAssembly.Module));

afterEach(() => {
  Echo.all = [];
  vi.useRealTimers();
});

it('asks the same thinkers again, by what has changed', async () => {
  const thinkers = team();
  const ask = (value: number) => [0, 1].map((i) => new Uint8Array(1000).fill(value, i, i + 1));
  for (const value of [1, 2, 3]) expect(await thinkers.answer(ask(value), 1)).toEqual(ask(value));
  expect(Echo.all.length).toBe(2);
});

it('tells everything to whoever comes for one that is stuck', async () => {
  vi.useFakeTimers();
  const thinkers = team();
  const ask = (value: number) => [new Uint8Array(1000).fill(value)];
  expect(await thinkers.answer(ask(1), 1)).toEqual(ask(1));
  Echo.all[0]!.isDead = true;
  const none = thinkers.answer(ask(2), 1);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await none).toEqual([]);
  expect(await thinkers.answer(ask(2), 1)).toEqual(ask(2));
  expect(Echo.all.length).toBe(2);
});
