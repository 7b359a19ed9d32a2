/** New tables: made over HTTP, then joined, mixed and begun over the socket. */

import { go } from '../routes.svelte';
import { settings } from '../settings.svelte';
import { type Level, http } from '../wire/http';
import type { SeatWish, Setup } from '../wire/protocol';
import { t } from '../messages/index.svelte';

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

/** What a level is called, in the page's language. */
export function levelTitle({ name, title = name }: Level): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Bots are called after their level; several of one level are numbered. */
export function withNames(seats: readonly SeatWish[], all: readonly Level[]): SeatWish[] {
  const levels = seats.map((seat) => (seat.who === 'bot' ? seat.level : null));
  return seats.map((seat, index) => {
    if (seat.who !== 'bot' || seat.name) return seat;
    const name = levelTitle(all.find((one) => one.name === seat.level) ?? { name: seat.level });
    const several = levels.filter((level) => level === seat.level).length > 1;
    const number = levels.slice(0, index + 1).filter((level) => level === seat.level).length;
    return { ...seat, name: several ? `${name} ${number}` : name };
  });
}

export async function createTable(setup: Setup, seats: SeatWish[]): Promise<void> {
  const view = await http.createTable(setup, withNames(seats, await http.bots()));
  if (seats.every((seat) => seat.who !== 'open')) beEager(view.table);
  go(`/table/${view.table}`);
}

/** The name of the person at this device. */
export function ownName(index = 0): string {
  return settings.names[index]?.trim() || t('seat.person', { number: index + 1 });
}

/** A level for people who have chosen none: from weak to strong, just below the middle. */
export function usualLevel(levels: readonly Level[]): string {
  return levels[Math.ceil((levels.length - 1) / 2.5)]?.name ?? '';
}

/** Two bots against the person who clicked. */
export async function playNow(): Promise<void> {
  const level = usualLevel(await http.bots());
  const bot: SeatWish = { who: 'bot', level };
  await createTable({ stand_in: level, first: 0 }, [
    { who: 'me', name: settings.names[0]?.trim() || t('seat.you'), team: settings.team },
    bot,
    bot,
  ]);
}
