import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Speed } from '../../src/board/animation';
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
function aboutToLift(speed: Speed = 'normal') {
  const playback = new Playback(record, lift);
  playback.speed = speed;
  const { animator } = playback;
  animator.jump(record.events.slice(0, lift));
  animator.animate = () => Promise.resolve();
  animator.add([record.events[lift]!]);
  return animator;
}

/** The next frame is drawn, and what waits for it goes on. */
async function draw(): Promise<void> {
  frames.shift()!();
  await vi.advanceTimersByTimeAsync(0);
}

it('draws the next board piece by piece, then the leaving one, then the stack without it', async () => {
  const animator = aboutToLift();
  const seen = () => [animator.coming, animator.lifting?.level, animator.scene.level];
  expect(seen()).toEqual([{ level: 1, bare: true }, undefined, 0]);
  await draw();
  expect(seen()).toEqual([{ level: 1, bare: false }, undefined, 0]);
  await draw();
  expect(seen()).toEqual([null, 0, 0]);
  await draw();
  expect(seen()).toEqual([null, undefined, 1]);
});

it('draws the next board before, also where nothing moves', async () => {
  const animator = aboutToLift('off');
  expect([animator.coming?.level, animator.scene.level, animator.busy]).toEqual([1, 0, true]);
  await draw();
  await draw();
  expect([animator.coming, animator.lifting, animator.scene.level]).toEqual([null, null, 1]);
});

it('shows a moment on another board once that has been drawn', async () => {
  const { animator } = new Playback(record, lift);
  animator.animate = () => Promise.resolve();
  void animator.leap(record.events.slice(0, lift + 1));
  expect([animator.coming?.level, animator.scene.level, animator.busy]).toEqual([1, 0, true]);
  await draw();
  await draw();
  expect([animator.coming, animator.scene.events, animator.busy]).toEqual([null, lift + 1, false]);
});

it('shows the moment that was asked for last', async () => {
  const { animator } = new Playback(record, lift);
  animator.animate = () => Promise.resolve();
  void animator.leap(record.events.slice(0, lift + 1));
  await draw();
  void animator.leap(record.events.slice(0, 3));
  expect([animator.coming, animator.scene.events, animator.busy]).toEqual([null, 3, false]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([animator.coming, animator.scene.events]).toEqual([null, 3]);
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
