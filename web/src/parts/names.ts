/** What people, bots and board sets are called, in the page's language. */

import { settings } from '../device/settings.svelte';
import { maybe, t } from '../messages/index.svelte';
import type { BotInfo } from '../protocol/info';
import type { RecordPlayer } from '../protocol/record';
import type { SeatView, TableView } from '../protocol/table';

/** The name of whoever sits there. */
export function nameOf(seat: SeatView | undefined): string {
  return seat?.name ?? t(seat?.deleted ? 'seat.deleted' : 'seat.open');
}

/** Who a sentence speaks of; alone at this screen one is spoken to. */
export function subject(view: TableView, seat: number): { name: string; who: string } {
  const isYou = view.you.length === 1 && view.you[0] === seat;
  return { name: nameOf(view.seats[seat]), who: isYou ? 'you' : '' };
}

/** The name of whoever this device belongs to, if they gave one. */
export function ownName(): string | undefined {
  return settings.names[0]?.trim() || undefined;
}

/** What a bot's level is called. */
export function levelTitle({ name, title = name }: BotInfo): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** A bot's level, whatever its temperament: `master/bold` is a level and a temperament. */
export function levelOf(bot: string): string {
  return bot.split('/')[0]!;
}

/** A bot's temperament; none if it has none. */
export function temperamentOf(bot: string): string {
  return bot.split('/')[1] ?? '';
}

/** How hard a level is to beat: so many stars of as many as there are; none if that depends. */
export function starsOf(level: string, all: readonly BotInfo[]): { count: number; all: number } {
  const count = all.find((one) => one.name === levelOf(level))?.stars ?? 0;
  return { count, all: Math.max(0, ...all.map(({ stars = 0 }) => stars)) };
}

/** Stars as signs: ★★☆. */
export function starSigns({ count, all }: { count: number; all: number }): string {
  return '★'.repeat(count) + '☆'.repeat(all - count);
}

/** A level as it is offered in a list: what it is called, and how hard it is to beat. */
export function levelChoice(level: BotInfo, all: readonly BotInfo[]): string {
  return `${levelTitle(level)} ${'★'.repeat(starsOf(level.name, all).count)}`.trim();
}

/** What a bot is called: after its temperament, or else after its level. */
function botTitle(bot: string): string {
  const temperament = temperamentOf(bot);
  return temperament ? maybe(`temperament.${temperament}`, bot) : maybe(`level.${bot}`, bot);
}

/** Somebody who plays; nobody gave a name if there is none, or only a bot's level. */
interface Player {
  name: string | null;
  /** A bot's level, with its temperament. */
  level?: string | null;
  /** Whether they were deleted, and with them their name. */
  deleted?: boolean;
}

/**
 * What each is called in the page's language: bots after their temperament or their level, several
 * alike numbered; a person without a name by the number of the seat, or as you.
 */
export function namesOf(players: readonly Player[], you: number | null = null): string[] {
  const titles = players.map(({ name, level }) =>
    level && (!name || name === level) ? botTitle(level) : null,
  );
  return players.map(({ name, deleted }, index) => {
    if (deleted) return t('seat.deleted');
    const title = titles[index];
    if (title) {
      const number = titles.slice(0, index + 1).filter((one) => one === title).length;
      return titles.filter((one) => one === title).length > 1 ? `${title} ${number}` : title;
    }
    return name || (index === you ? t('seat.you') : t('seat.person', { number: index + 1 }));
  });
}

/** Seats with a name for everybody who sits there. */
export function withNames(seats: readonly SeatView[], you: readonly number[] = []): SeatView[] {
  const names = namesOf(seats, you.length === 1 ? you[0] : null);
  return seats.map((seat, index) =>
    seat.kind === 'open' ? seat : { ...seat, name: names[index]! },
  );
}

/** A record's players with a name for everybody; one called like the team has none. */
export function playersWithNames<P extends RecordPlayer>(
  players: readonly P[],
  you: readonly number[] = [],
): P[] {
  const names = namesOf(
    players.map(({ name, team, bot }) => ({ name: name === team ? null : name, level: bot })),
    you.length === 1 ? you[0] : null,
  );
  return players.map((player, index) => ({ ...player, name: names[index]! }));
}

/** What a set of boards is called: shipped ones in the page's language, others as they were named. */
export function titleOf(name: string): string {
  return maybe(`boards.name_${name}`, name);
}
