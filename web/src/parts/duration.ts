/** Times as people say them. */

import { formatUnit } from '../messages/figures';
import { language, t } from '../messages/index.svelte';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something has been so: "2 days 3 h"; '' for less than a minute. */
export function lasting(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  const parts = [
    days && t('lists.days', { count: days }),
    hours && t('clock.hours', { count: hours }),
    // Nobody counts minutes over days.
    minutes && !days && t('lists.minutes', { count: minutes }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** Hours and days on a clock: "1 day 23 h". */
export function daysAndHours(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const parts = [
    days && t('clock.days', { count: days }),
    hours && t('clock.hours', { count: hours }),
  ];
  return parts.filter(Boolean).join(' ');
}

/** A time to think: "30 s", "10 min". */
export function thinkingTime(seconds: number): string {
  return seconds % 60
    ? formatUnit(seconds, 'second', language())
    : formatUnit(seconds / 60, 'minute', language());
}
