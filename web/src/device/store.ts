/** What stays on this device from one visit to the next, each thing in a place of its own. */

const there = (): Storage | null => (typeof localStorage === 'undefined' ? null : localStorage);

/** What was kept in a place; null if nothing was. */
export function kept(place: string): string | null {
  return there()?.getItem(place) ?? null;
}

/** Keep something; in a full or forbidden store it holds for this visit only. */
export function keep(place: string, text: string): void {
  try {
    there()?.setItem(place, text);
  } catch {
    // Nothing is promised, so nothing is said.
  }
}
