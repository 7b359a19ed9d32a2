import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Playback } from '../../src/screens/replay/playback.svelte';
import { golden } from '../golden';

const record = golden('special-taken');
const lift = record.events.findIndex(({ type }) => type === 'lift');

/** Frames that are drawn when they are told to be. */
let frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A game about to lift its first board, on a board that draws nothing. */
function aboutToLift() {
  const { animator } = new Playback(record, lift);
  animator.jump(record.events.slice(0, lift));
  animator.animate = () => Promise.resolve();
  animator.add([record.events[lift]!]);
  return animator;
}

it('draws a leaving board a frame before the stack without it', async () => {
  const animator = aboutToLift();
  expect([animator.lifting?.level, animator.scene.level]).toEqual([0, 0]);
  frames.shift()!();
  await vi.advanceTimersByTimeAsync(0);
  expect([animator.lifting, animator.scene.level]).toEqual([null, 1]);
});

it('does not wait for frames that nobody sees', async () => {
  const animator = aboutToLift();
  await vi.advanceTimersByTimeAsync(1000);
  expect([animator.lifting, animator.scene.level]).toEqual([null, 1]);
});

it('loses no lift to somebody who is in a hurry', async () => {
  const animator = aboutToLift();
  animator.skip();
  expect([animator.lifting, animator.scene.level]).toEqual([null, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([animator.scene.level, animator.scene.events]).toEqual([1, lift + 1]);
});
