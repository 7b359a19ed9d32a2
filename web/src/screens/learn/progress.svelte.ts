/** How far somebody has come in the tutorial, kept on the device. */

import { keep, kept } from '../../device/store';
import { type Progress, readProgress } from '../../game/lesson';

const PLACE = 'taupes.learn';

export const progress: Progress = $state(readProgress(kept(PLACE)));

export function keepProgress(): void {
  keep(PLACE, JSON.stringify(progress));
}
