/** What somebody has done with puzzles, kept on the device. */

import { keep, kept } from '../device/store';
import { type PracticeProgress, readPractice } from '../game/practice';

const PLACE = 'taupes.practice';

let current: PracticeProgress = $state.raw(readPractice(kept(PLACE)));

export const progress = (): PracticeProgress => current;

export function keepProgress(next: PracticeProgress): void {
  current = next;
  keep(PLACE, JSON.stringify(next));
}
