/** What this device knows of the person at it: taken along as a file, brought from one, forgotten. */

import { HAS_SERVER } from '../device/routes.svelte';
import { keep, kept } from '../device/store';
import { mergedPractice, parsePractice, readPractice } from '../game/practice';
import { guest } from '../wire/guest';
import { people } from '../wire/people';
import { clearReviews } from './reviews.svelte';
import { growth, keepGrowth, parseGrowth } from './growth';
import { keepProgress, progress } from './progress.svelte';

/** Where it lies. */
const PLACES = { practice: 'taupes.practice', reviews: 'taupes.reviews', growth: 'taupes.growth' };

/** The longest file that is read. */
const MOST = 20_000_000;

/** Everything: what the keeper of tables has of the person, and what lies here. */
export async function ownFile(): Promise<Blob> {
  const isKnown = !HAS_SERVER || guest();
  const person = isKnown ? await people.exported() : null;
  const device = Object.fromEntries(
    Object.entries(PLACES).map(([name, place]) => [name, JSON.parse(kept(place) || 'null')]),
  );
  return new Blob([JSON.stringify({ person, device }, null, 1)], { type: 'application/json' });
}

/** Take what a file holds to what is here; false if it holds nothing of the kind. */
export async function bringOwn(file: Blob): Promise<boolean> {
  if (file.size > MOST) return false;
  try {
    const { device } = JSON.parse(await file.text()) as { device?: Record<string, unknown> };
    const practice = parsePractice(device?.practice);
    const skill = parseGrowth(device?.growth);
    if (practice) keepProgress(mergedPractice(progress(), practice));
    if (skill && skill.skill.games > (growth()?.skill.games ?? 0)) keepGrowth(skill);
    return practice !== null || skill !== null;
  } catch {
    return false;
  }
}

/** Forget all of it here. */
export function forgetOwn(): void {
  keepProgress(readPractice(null));
  clearReviews();
  keep(PLACES.growth, '');
}
