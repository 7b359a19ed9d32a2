/** Which screen belongs to which first part of the path; each is loaded when it is wanted. */

import type { Component } from 'svelte';
import { wholeLanguage } from '../messages/index.svelte';
import Home from './Home.svelte';

type Screen = () => Promise<{ default: Component }>;

/** A screen with all its words. */
const worded = (load: Screen) => async () => (await Promise.all([load(), wholeLanguage()]))[0];

const SCREENS: Record<string, Screen> = {
  '': () => Promise.resolve({ default: Home }),
  new: worded(() => import('./Setup.svelte')),
  table: worded(() => import('./Table.svelte')),
  lobby: worded(() => import('./Lobby.svelte')),
  settings: worded(() => import('./Settings.svelte')),
  practice: worded(() => import('./Practice.svelte')),
  learn: worded(() => import('./Learn.svelte')),
  replay: worded(() => import('./Replay.svelte')),
  boards: worded(() => import('./Boards.svelte')),
  rules: worded(() => import('./Rules.svelte')),
  day: worded(() => import('./Day.svelte')),
  habits: worded(() => import('./Habits.svelte')),
  companion: worded(() => import('./Companion.svelte')),
  licences: worded(() => import('./Licences.svelte')),
};

export function screenOf(name: string): Screen {
  return SCREENS[name] ?? SCREENS['']!;
}
