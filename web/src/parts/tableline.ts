/** What is to be said of a table in a list. */

import { t } from '../messages/index.svelte';
import { FAIR_START, type MolesWish } from '../protocol/game';
import type { Clock, SeatView, Setup, TableLine } from '../protocol/table';
import { lasting, thinkingTime } from './duration';
import { gameTitle } from './kinds';
import { nameOf, titleOf, withNames } from './names';

/** Who is at a table, or what it is called. */
export function namesOf(line: TableLine): string {
  return line.title || withNames(line.seats, line.you).map(nameOf).join(', ');
}

/** How much time there is to think. */
export function paceOf(clock: Clock = { kind: 'none' }): string {
  if (clock.kind === 'move') return t('lists.per_turn', { time: thinkingTime(clock.seconds) });
  if (clock.kind === 'days') return t('lists.days_per_turn', { count: clock.days });
  if (clock.kind === 'none') return t('setup.clock_none');
  const extra = clock.increment ? ` + ${thinkingTime(clock.increment)}` : '';
  return thinkingTime(clock.seconds) + extra;
}

/** What is going to be played: rules, boards, handicap, pace. */
export function aboutGame(
  setup: Pick<Setup, 'preset' | 'options' | 'boards' | 'clock' | 'moles'>,
): string {
  const { preset = 'web', options, boards = 'classic', clock, moles } = setup;
  const name = typeof boards === 'string' ? titleOf(boards) : boards.name;
  const parts = [gameTitle(preset, options), t('waiting.boards', { name }), ...handicapOf(moles)];
  return [...parts, paceOf(clock)].join(' · ');
}

function handicapOf(moles: MolesWish = null): string[] {
  if (moles === FAIR_START) return [t('handicap.fair_start_told')];
  return moles ? [t('handicap.told', { moles: moles.join(' : ') })] : [];
}

export const freeSeats = (seats: readonly SeatView[]): number =>
  seats.filter((seat) => seat.kind === 'open').length;

/** Whether it is the turn of the person at this device. */
export function isYourTurn({ turn, you, seats }: TableLine): boolean {
  const seat = turn === null ? undefined : seats[turn];
  return !!seat && you.includes(turn!) && !seat.away && !seat.resigned;
}

/** Whether other people wait for the person at this device; bots have time. */
export function isWaitedFor(line: TableLine): boolean {
  const others = line.seats.some(
    (seat, index) => seat.kind === 'person' && !seat.resigned && !line.you.includes(index),
  );
  return others && isYourTurn(line);
}

/** Whose turn it is and since when, or how far the table is. */
export function turnOf(line: TableLine, now: number): string {
  if (line.turn === null) return t(`stage.${line.stage}`);
  const time = lasting(now - line.since);
  if (isYourTurn(line)) return time ? t('lists.your_turn', { time }) : t('lists.your_turn_now');
  const name = nameOf(withNames(line.seats, line.you)[line.turn]);
  return time ? t('lists.turn', { name, time }) : t('lists.turn_now', { name });
}

/** How many can still sit down, and how long they are waited for. */
export function vacancyOf(line: TableLine, now: number): string {
  const time = lasting(now - line.created);
  const free = t('lobby.free', { count: freeSeats(line.seats) });
  return `${free} · ${time ? t('lobby.waiting', { time }) : t('lobby.just_opened')}`;
}
