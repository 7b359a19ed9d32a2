/** What people, bots and board sets are called, in the page's language. */

import { settings } from '../device/settings.svelte';
import { maybe, t } from '../messages/index.svelte';
import type { BotInfo } from '../protocol/info';
import type { SeatView, SeatWish, TableView } from '../protocol/table';

/** The name of whoever sits there. */
export function nameOf(seat: SeatView | undefined): string {
  return seat?.name ?? t(seat?.kind === 'person' ? 'seat.deleted' : 'seat.open');
}

/** Who a sentence speaks of; alone at this screen one is spoken to. */
export function subject(view: TableView, seat: number): { name: string; who: string } {
  const isYou = view.you.length === 1 && view.you[0] === seat;
  return { name: nameOf(view.seats[seat]), who: isYou ? 'you' : '' };
}

/** The name of a person at this device, the first one's own. */
export function ownName(index = 0): string {
  return settings.names[index]?.trim() || t('seat.person', { number: index + 1 });
}

/** What somebody is called who plays alone. */
export function soloName(): string {
  return settings.names[0]?.trim() || t('seat.you');
}

/** What a bot's level is called. */
export function levelTitle({ name, title = name }: BotInfo): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** How hard a level is to beat: so many stars of as many as there are levels. */
export function starsOf(level: string, all: readonly BotInfo[]): { count: number; all: number } {
  return { count: 1 + all.findIndex((one) => one.name === level), all: all.length };
}

/** Stars as signs: ★★☆. */
export function starSigns({ count, all }: { count: number; all: number }): string {
  return '★'.repeat(count) + '☆'.repeat(all - count);
}

/** A level as it is offered in a list: what it is called, and how hard it is to beat. */
export function levelChoice(level: BotInfo, all: readonly BotInfo[]): string {
  return `${levelTitle(level)} ${'★'.repeat(starsOf(level.name, all).count)}`;
}

/** Bots are called after their level; several of one level are numbered. */
export function withBotNames(seats: readonly SeatWish[], all: readonly BotInfo[]): SeatWish[] {
  const levels = seats.map((seat) => (seat.who === 'bot' ? seat.level : null));
  return seats.map((seat, index) => {
    if (seat.who !== 'bot' || seat.name) return seat;
    const name = levelTitle(all.find((one) => one.name === seat.level) ?? { name: seat.level });
    const several = levels.filter((level) => level === seat.level).length > 1;
    const number = levels.slice(0, index + 1).filter((level) => level === seat.level).length;
    return { ...seat, name: several ? `${name} ${number}` : name };
  });
}

/** What a set of boards is called: shipped ones in the page's language, others as they were named. */
export function titleOf(name: string): string {
  return maybe(`boards.name_${name}`, name);
}
