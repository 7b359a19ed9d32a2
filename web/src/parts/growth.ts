/** What the bot that grows with people has learned about this device's person: kept here alone. */

import { keep, kept } from '../device/store';
import type { Skill } from '../protocol/game';
import type { TableView } from '../protocol/table';

/** The level whose strength follows that of people. */
export const GROWING = 'buddy';

const PLACE = 'taupes.growth';

export interface Growth {
  skill: Skill;
  /** The level that the person is equal to, once enough games were played to say. */
  equal: string | null;
}

/** What was learned so far; null if nothing was, or somebody has spoilt it. */
export function growth(): Growth | null {
  try {
    return parseGrowth(JSON.parse(kept(PLACE) ?? ''));
  } catch {
    return null;
  }
}

/** What was learned, here or elsewhere; null if it makes no sense. */
export function parseGrowth(value: unknown): Growth | null {
  const { skill, equal } = (value ?? {}) as Partial<Growth>;
  const { given, stakes, offset, games } = skill ?? {};
  if (![offset, games].every(Number.isFinite)) return null;
  // Older ones know results alone: choices were once counted in another way.
  const choices = [given, stakes].every(Number.isFinite) ? { given, stakes } : {};
  const known = { ...choices, offset, games } as Skill;
  return { skill: known, equal: typeof equal === 'string' ? equal : null };
}

export function keepGrowth(learned: Growth): void {
  keep(PLACE, JSON.stringify(learned));
}

/** What a bot of a level is told as it sits down. */
export function toldTo(level: string): { skill?: Skill } {
  const known = level === GROWING ? growth() : null;
  return known ? { skill: known.skill } : {};
}

/** Whether a table says something about the person at this device alone. */
function isSolo({ you, seats }: TableView): boolean {
  return you.length === 1 && seats.filter(({ kind }) => kind !== 'bot').length === 1;
}

/** Keep what a game has shown when it is over; an older one that is looked at again tells nothing. */
export function noteGrowth(view: TableView): void {
  const { skill, equal } = view.position ?? {};
  if (view.stage !== 'over' || !skill || !isSolo(view)) return;
  if (skill.games > (growth()?.skill.games ?? 0)) keepGrowth({ skill, equal: equal ?? null });
}

/** The level that the person at this screen has shown to be equal to, if this table says so. */
export function equalAt(view: TableView): string | null {
  return isSolo(view) ? (view.position?.equal ?? null) : null;
}
