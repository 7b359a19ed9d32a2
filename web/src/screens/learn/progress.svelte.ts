/** How far somebody has come in the tutorial, kept on the device. */

import { type Progress, readProgress } from '../../board/lesson';

const PLACE = 'taupes.learn';

export const progress: Progress = $state(
  readProgress(typeof localStorage === 'undefined' ? null : localStorage.getItem(PLACE)),
);

export function keepProgress(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(progress));
  } catch {
    // A full or forbidden store: the progress holds for this visit.
  }
}
