/** Bots of one level get temperaments that differ: `master/bold`. The first screen has no need of it. */

import type { BotInfo } from '../protocol/info';

/** Somebody who is to sit down. */
export interface Wish {
  level: string;
  /** The one that was chosen, also if it is none; null: whatever tells it from the others. */
  temperament: string | null;
}

/** What bots are called to the server; those of one level get temperaments that differ. */
export function cast(wishes: readonly (Wish | null)[], levels: readonly BotInfo[]): string[] {
  const count = (level: string) => wishes.filter((wish) => wish?.level === level).length;
  const named = ({ level, temperament }: Wish) => (temperament ? `${level}/${temperament}` : level);
  const found = wishes.map((wish) => (wish ? named(wish) : ''));
  wishes.forEach((wish, seat) => {
    if (wish?.temperament !== null || count(wish.level) === 1) return;
    const { temperaments = [] } = levels.find(({ name }) => name === wish.level) ?? {};
    const free = temperaments.map(({ name }) => named({ ...wish, temperament: name }));
    found[seat] = free.find((name) => !found.includes(name)) ?? wish.level;
  });
  return found;
}
