/** New tables: made by a request, then joined, mixed and begun over the connection. */

import { go } from '../device/routes.svelte';
import { settings } from '../device/settings.svelte';
import type { BotInfo } from '../protocol/info';
import type { SeatWish, Setup } from '../protocol/table';
import { info } from '../wire/info';
import { tables } from '../wire/tables';
import { ownName } from './names';

/** Tables that begin as soon as they are joined: nobody is waited for. */
const eager = new Set<string>();

/** Begin that table as soon as it is joined. */
export function beEager(table: string): void {
  eager.add(table);
}

export function isEager(table: string): boolean {
  return eager.delete(table);
}

/** Numbers for the shuffling that nobody else can know. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function createTable(setup: Setup, seats: SeatWish[]): Promise<void> {
  const view = await tables.create(setup, seats);
  if (seats.every((seat) => seat.who !== 'open')) beEager(view.table);
  go(`/table/${view.table}`);
}

/** A level for people who have chosen none: from weak to strong, just below the middle. */
export function usualLevel(levels: readonly BotInfo[]): string {
  return levels[Math.ceil((levels.length - 1) / 2.5)]?.name ?? '';
}

/** A game at once against so many bots; the person who clicked begins. */
export async function playNow(bots: number, setup: Setup = {}): Promise<void> {
  const level = usualLevel(await info.bots());
  const bot: SeatWish = { who: 'bot', level };
  await createTable({ ...setup, stand_in: level, first: 0 }, [
    { who: 'me', name: ownName(), team: settings.team },
    ...Array<SeatWish>(bots).fill(bot),
  ]);
}
