/** Which screen belongs to which first part of the path; each is loaded when it is wanted. */

import type { Component } from 'svelte';
import Home from './Home.svelte';

type Screen = () => Promise<{ default: Component }>;

const SCREENS: Record<string, Screen> = {
  '': () => Promise.resolve({ default: Home }),
  new: () => import('./Setup.svelte'),
  table: () => import('./Table.svelte'),
  lobby: () => import('./Lobby.svelte'),
  settings: () => import('./Settings.svelte'),
  learn: () => import('./Learn.svelte'),
  replay: () => import('./Replay.svelte'),
  boards: () => import('./Boards.svelte'),
  rules: () => import('./Rules.svelte'),
  companion: () => import('./Companion.svelte'),
};

export function screenOf(name: string): Screen {
  return SCREENS[name] ?? SCREENS['']!;
}
