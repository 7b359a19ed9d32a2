/** A result of the stack of the day as signs: what came of it, and nothing that helps others. */

import type { Course, DayLine } from '../protocol/day';

const HOME = '🟢';
const LEFT = '⚪';

/** A line for each board: the moles that came into a hole, and those left behind. */
export function signsOf(course: Course): string[] {
  return course.map(([home, there]) => HOME.repeat(home) + LEFT.repeat(there - home));
}

/** The whole as a short text to send; `title` and `figures` are in the sender's words. */
export function daySigns({ won, course }: DayLine, title: string, figures: string): string {
  return [`${title} ${won ? '🏆' : '🌱'}`, ...signsOf(course), figures].join('\n');
}

/** The day before a date. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/** Whether a seed is the one that a server was bound to. */
export async function isBoundTo(seed: string, commitment: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(`taupes-fair-1:${seed}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === commitment;
}
