/** Numbers, shares and times as a language writes them. */

/** What is between a number and its sign: to ask the browser the first time takes a telephone 50 ms. */
const GAPS: Record<string, string> = { en: '', fr: '\u202f', de: '\u00a0' };

/** A share of one, such as a chance, as whole percents or with so many decimals. */
export function formatPercent(share: number, language: string, decimals = 0): string {
  const figure = decimals
    ? new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(share * 100)
    : Math.round(share * 100);
  return `${figure}${GAPS[language]}%`;
}

/** The language as it is used where the reader lives: people of one language write dates in several ways. */
function regional(language: string): string {
  return navigator.languages.find((wish) => wish.startsWith(`${language}-`)) ?? language;
}

/** The day and the time of day, from milliseconds. */
export function formatTime(time: number, language: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(regional(language), style).format(time);
}

/** A whole day, the same wherever the reader is, from its date. */
export function formatDay(date: string, language: string): string {
  const style = { dateStyle: 'full', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(regional(language), style).format(Date.parse(date));
}

/** So many of a unit; no line ends between the two. */
export function formatUnit(count: number, unit: string, language: string): string {
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(count).replace(' ', '\u00a0');
}

/** The size of a file, from bytes. */
export function formatBytes(bytes: number, language: string): string {
  return formatUnit(Math.max(0.1, bytes / 1e6), 'megabyte', language);
}
