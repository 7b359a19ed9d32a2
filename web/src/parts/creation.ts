/** New tables: made by a request, then joined, mixed and begun over the connection. */

import { go } from '../device/routes.svelte';
import { settings } from '../device/settings.svelte';
import type { BotInfo } from '../protocol/info';
import type { SeatWish, Setup, TableLine } from '../protocol/table';
import { info } from '../wire/info';
import { tables } from '../wire/tables';
import { toldTo } from './growth';
import { USUAL } from './kinds';
import { ownName } from './names';
import { freeSeats } from './tableline';

/** Seconds after which a bot plays for somebody who has left. */
export const AWAY = 120;

/** Tables that begin as soon as they are joined: nobody is waited for. */
const eager = new Set<string>();

/** Begin that table as soon as it is joined. */
export function beEager(table: string): void {
  eager.add(table);
}

export function isEager(table: string): boolean {
  return eager.delete(table);
}

export async function createTable(setup: Setup, seats: SeatWish[]): Promise<void> {
  const told = seats.map((seat) =>
    seat.who === 'bot' ? { ...seat, ...toldTo(seat.level) } : seat,
  );
  const view = await tables.create(setup, told);
  if (seats.every((seat) => seat.who !== 'open')) beEager(view.table);
  go(`/table/${view.table}`);
}

/** A level for people who have chosen none: from weak to strong, just below the middle. */
export function usualLevel(levels: readonly BotInfo[]): string {
  const rated = levels.filter(({ stars }) => stars);
  return rated[Math.ceil((rated.length - 1) / 2.5)]?.name ?? '';
}

/** A game at once against so many bots; the person who clicked begins. */
export async function playNow(bots: number, setup: Setup = {}): Promise<void> {
  const [{ cast }, levels] = await Promise.all([import('./temperament'), info.bots()]);
  const level = usualLevel(levels);
  const wishes = Array.from({ length: bots }, () => ({ level, temperament: null }));
  await createTable({ ...setup, stand_in: level, first: 0 }, [
    { who: 'me', name: ownName(), team: settings.team },
    ...cast(wishes, levels).map((bot): SeatWish => ({ who: 'bot', level: bot })),
  ]);
}

/** Tables that were found for somebody who wants to play with anyone, and those where nobody was. */
const found = new Set<string>();
const deserted = new Set<string>();

/** Whether one came to that table to play with anyone. */
export function isFound(table: string): boolean {
  return found.has(table);
}

/** One goes to that table to play with anyone. */
export function markFound(table: string): void {
  found.add(table);
}

/** Nobody waits there: look for another one. */
export async function passOver(table: string): Promise<void> {
  found.delete(table);
  deserted.add(table);
  await playWithAnyone(true);
}

/** The table where somebody has waited longest for anyone to play the usual game with. */
export async function longestWaiting(): Promise<TableLine | undefined> {
  const open = await tables.public('open');
  return open.findLast(
    ({ table, preset, options, moles, seats }) =>
      preset === USUAL &&
      !Object.keys(options).length &&
      !moles &&
      freeSeats(seats) > 0 &&
      !deserted.has(table),
  );
}

/** A game with whoever has waited longest; if nobody does, a public table to wait at. */
export async function playWithAnyone(replace = false): Promise<void> {
  const table = (await longestWaiting())?.table ?? (await publicTable());
  markFound(table);
  go(`/table/${table}`, replace);
}

async function publicTable(): Promise<string> {
  const stand_in = usualLevel(await info.bots());
  const view = await tables.create({ public: true, stand_in, away_after: AWAY }, [
    { who: 'me', name: ownName(), team: settings.team },
    { who: 'open' },
  ]);
  return view.table;
}
