/** Tables in lists, and new ones; what happens at one goes over the connection. */

import type { SeatWish, Setup, TableLine, TableView } from '../protocol/table';
import { guest } from './guest';
import { asGuest, ask } from './requests';

export const tables = {
  async create(setup: Setup, seats: SeatWish[], start = false): Promise<TableView> {
    await asGuest();
    return ask<TableView>('/api/tables', { setup, seats, start });
  },
  one: (id: string) => ask<TableView>(`/api/tables/${encodeURIComponent(id)}`),
  public: (stage: 'open' | 'playing') => ask<TableLine[]>(`/api/tables?stage=${stage}&limit=50`),
  async mine(): Promise<TableLine[]> {
    return guest() ? ask<TableLine[]>('/api/me/tables') : [];
  },
};
