/** Every text of the page, by name, in the chosen language. */

import { settings } from '../device/settings.svelte';
import type { Language } from '../protocol/language';
import type en from './en';
import { formatBytes, formatDay, formatPercent, formatTime } from './figures';
import { type Catalogue, fill, type Values } from './fill';

export const LANGUAGES: Language[] = ['fr', 'en', 'de'];
export type MessageName = keyof typeof en;

type Part = () => Promise<{ default: Catalogue }>;

/** The first screen comes sooner without what only others say. */
const loaders: Record<Language, { first: Part; later: Part }> = {
  fr: { first: () => import('./fr/first'), later: () => import('./fr/later') },
  en: { first: () => import('./en/first'), later: () => import('./en/later') },
  de: { first: () => import('./de/first'), later: () => import('./de/later') },
};

/** The catalogue in use and its language; empty until the first one is loaded. */
let current: { language: Language; catalogue: Catalogue } = $state.raw({
  language: 'en',
  catalogue: {},
});

/** The language wanted: chosen, or the browser's first that there is. */
export function wantedLanguage(wishes: readonly string[] = navigator.languages): Language {
  if (settings.language) return settings.language;
  for (const wish of wishes) {
    const short = wish.slice(0, 2).toLowerCase();
    if (LANGUAGES.includes(short as Language)) return short as Language;
  }
  return 'en';
}

/** The language asked for last, and whether all of it is wanted. */
let wanted: Language = 'en';
let whole: Promise<void> | null = null;

export async function useLanguage(language: Language): Promise<void> {
  wanted = language;
  const { first, later } = loaders[language];
  const parts = await Promise.all(whole ? [first(), later()] : [first()]);
  if (wanted !== language) return;
  const catalogue: Catalogue = Object.assign({}, ...parts.map((part) => part.default));
  current = { language, catalogue };
  document.documentElement.lang = language;
}

/** Have all that can be said, for the screens that are not the first. */
export function wholeLanguage(): Promise<void> {
  whole ??= Promise.resolve()
    .then(() => useLanguage(wanted))
    .catch((error: unknown) => {
      whole = null;
      throw error;
    });
  return whole;
}

/** The language in use. */
export function language(): Language {
  return current.language;
}

/** A message of the catalogue, with its values filled in. */
export function t(name: MessageName, values: Values = {}): string {
  return fill(current.catalogue[name] ?? name, values, current.language);
}

/** A message whose name is only known at run time; the fallback if there is none. */
export function maybe(name: string, fallback: string, values: Values = {}): string {
  const message = current.catalogue[name];
  return message === undefined ? fallback : fill(message, values, current.language);
}

/** A chance as the language writes percents. */
export function percent(share: number, decimals = 0): string {
  return formatPercent(share, current.language, decimals);
}

/** A day and a time of day. */
export function dayAndTime(time: number): string {
  return formatTime(time, current.language);
}

/** A whole day, from its date. */
export function wholeDay(date: string): string {
  return formatDay(date, current.language);
}

/** The size of a file. */
export function megabytes(bytes: number): string {
  return formatBytes(bytes, current.language);
}
