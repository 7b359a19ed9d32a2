/** What is felt of an event, where the device can: as short as the sound that goes with it. */

import { mayBuzz } from './quiet.svelte';
import type { Sound } from './sound';

/** Milliseconds on, off, on … */
export const PATTERNS: Record<Sound, number[]> = {
  hop: [8],
  drop: [28],
  flip: [14],
  place: [12],
  no: [18, 50, 18],
  turn: [22, 70, 32],
  lift: [14, 60, 20, 60, 30, 60, 45],
  out: [60, 90, 25],
  win: [25, 60, 25, 60, 25, 60, 80],
  lose: [50],
  sit: [16, 60, 16],
  chat: [12],
  reaction: [10, 40, 10],
};

export const canBuzz = () => typeof navigator !== 'undefined' && 'vibrate' in navigator;

export function buzz(event: Sound): void {
  if (canBuzz() && mayBuzz()) navigator.vibrate(PATTERNS[event]);
}
