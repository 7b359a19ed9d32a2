/** Whether this device may be heard and felt: by its switches, not at night, not before a touch. */

import { settings, wantsStillness } from './settings.svelte';

/** The hours of the device's clock at which the night begins and ends. */
export const NIGHT = { from: 22, to: 7 };

export function isNight(time: Date): boolean {
  const hour = time.getHours();
  return hour >= NIGHT.from || hour < NIGHT.to;
}

/** Somebody has touched the page: browsers keep it silent until then. */
let touched = false;
/** Somebody wanted to hear something although it is night; forgotten with the page. */
let awake = $state(false);

const isQuiet = () => settings.night && !awake && isNight(new Date());

export const mayPlay = () => touched && settings.sounds && !isQuiet();

export const mayBuzz = () => touched && settings.haptics && !wantsStillness() && !isQuiet();

/** Whether anything is to be heard or felt, as the switches and the clock stand. */
export const isHeard = () => (settings.sounds || settings.haptics) && !isQuiet();

/** One tap: nothing more, or everything again. */
export function toggleHeard(): void {
  const wanted = !isHeard();
  settings.sounds = settings.haptics = wanted;
  awake = wanted && isNight(new Date());
}

/** Notice the first touch or key; called once by the page. */
export function awaitTouch(): void {
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => (touched = true), { once: true, capture: true });
}
