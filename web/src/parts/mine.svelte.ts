/** The tables of the person at this device, looked at now and then; the page's title and badge count those that wait. */

import { settings } from '../device/settings.svelte';
import type { TableLine } from '../protocol/table';
import { isReached } from '../wire/reachability.svelte';
import { tables } from '../wire/tables';
import { isWaitedFor } from './tableline';

/** Milliseconds between two looks. A page in the background looks too: its title is all one sees of it. */
const AGAIN = 45_000;

let mine: readonly TableLine[] = $state.raw([]);

/** All of them, those where it is one's turn first. */
export const myTables = (): readonly TableLine[] => mine;

/** Those where other people wait, but for one of them. */
export function waitingTables(but = ''): TableLine[] {
  return mine.filter((line) => line.table !== but && isWaitedFor(line));
}

/** Look again; what cannot be had now stays as it was. */
export async function lookAtMine(): Promise<void> {
  // What comes while the server is asked is newer than its answer: only what was shown is cleared.
  const calls = settings.calls ? await import('../device/notifications') : null;
  const shown = (await calls?.listShown()) ?? [];
  try {
    mine = await tables.mine();
  } catch {
    return;
  }
  const waiting = waitingTables();
  const count = waiting.length;
  calls?.clearShown(shown, (table) => waiting.some((line) => line.table === table));
  // Few browsers have a badge to show, and some refuse it outside an installed page.
  if ('setAppBadge' in navigator)
    void (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Keep looking; called once by the page. */
export function followMine(): () => void {
  void lookAtMine();
  const look = () => void (isReached() && lookAtMine());
  const timer = setInterval(look, AGAIN);
  const shown = () => document.hidden || look();
  document.addEventListener('visibilitychange', shown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', shown);
  };
}

/** The title of the page: how many other games wait, where one is, whose page it is. */
export function pageTitle(text = '', table = ''): string {
  const count = waitingTables(table).length;
  return `${count ? `(${count}) ` : ''}${text ? `${text} · ` : ''}Taupes`;
}
