/** Tables in lists, and new ones; what happens at one goes over the connection. */

import { HAS_SERVER } from '../device/routes.svelte';
import type { SeatWish, Setup, TableLine, TableView } from '../protocol/table';
import { isEngineKept, keepEngine } from './engine.svelte';
import { guest } from './guest';
import { device } from './keeper';
import { ServerError, asGuest, ask, askOf } from './requests';
import { noteShelved, shelved } from './shelved';

/** Whether a table is one person's own: nobody has to reach it from elsewhere. */
const isOwn = (seats: readonly SeatWish[]): boolean => seats.every(({ who }) => who !== 'open');

/** On the server, those where it is one's turn come first; here as well. */
const turnFirst = (lines: readonly TableLine[]): TableLine[] =>
  lines.toSorted((one, other) => rank(other) - rank(one) || other.since - one.since);
const rank = ({ stage, turn, you }: TableLine): number =>
  stage === 'playing' && turn !== null && you.includes(turn) ? 1 : 0;

export const tables = {
  async create(setup: Setup, seats: SeatWish[], start = false): Promise<TableView> {
    const wish = { setup, seats, start };
    if (!HAS_SERVER || (isOwn(seats) && isEngineKept()))
      try {
        const view = await askOf<TableView>(device, '/api/tables', wish);
        noteShelved();
        return view;
      } catch (error) {
        // What this device cannot do, the server can.
        if (!HAS_SERVER || !(error instanceof ServerError) || error.status) throw error;
      }
    await asGuest();
    const view = await ask<TableView>('/api/tables', wish);
    // The next game of one's own need not trouble the server.
    if (isOwn(seats)) keepEngine();
    return view;
  },
  one: (id: string) => ask<TableView>(`/api/tables/${encodeURIComponent(id)}`),
  public: (stage: 'open' | 'playing') => ask<TableLine[]>(`/api/tables?stage=${stage}&limit=50`),
  async mine(): Promise<TableLine[]> {
    const here = (await shelved()).tables;
    if (!HAS_SERVER || !guest()) return turnFirst(here);
    const there = ask<TableLine[]>('/api/me/tables');
    // What lies here is shown whether or not the server can be reached.
    return here.length ? turnFirst([...(await there.catch(() => [])), ...here]) : there;
  },
};
