/** Whom the person at this device does not want to hear, by table and seat; kept on the device. */

import { keep, kept } from './store';

const PLACE = 'taupes.muted';

/** So many are remembered; tables come and go, and the oldest are forgotten. */
const MOST = 100;

/** Stored names of seats; what does not fit is forgotten. */
export function readMuted(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((one): one is string => typeof one === 'string').slice(-MOST);
  } catch {
    return [];
  }
}

const nameOf = (table: string, seat: number) => `${table}/${seat}`;

let muted: readonly string[] = $state.raw(readMuted(kept(PLACE)));

export function isMuted(table: string, seat: number): boolean {
  return muted.includes(nameOf(table, seat));
}

/** Hear somebody no longer, or again. */
export function mute(table: string, seat: number, wanted: boolean): void {
  const name = nameOf(table, seat);
  const others = muted.filter((one) => one !== name);
  muted = (wanted ? [...others, name] : others).slice(-MOST);
  keep(PLACE, JSON.stringify(muted));
}

/** The same people sit down at another table, on the same seats. */
export function carryMuted(table: string, other: string, seats: number): void {
  for (let seat = 0; seat < seats; seat++) if (isMuted(table, seat)) mute(other, seat, true);
}
