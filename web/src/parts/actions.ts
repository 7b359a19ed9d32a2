/** What somebody may do, as a list names it. */

import { cellName } from '../board/hex';
import { t } from '../messages/index.svelte';
import type { RecordAction } from '../protocol/record';

/** From one cell to another: a dash after which no line ends. */
const TO = '–\u2060';

/** A choice in a list: where a mole goes, or what is done instead. */
export function actionName(action: RecordAction | { type: 'turn' }, radius: number): string {
  if (action.type === 'move')
    return `${cellName(action.from, radius)}${TO}${cellName(action.to, radius)}`;
  if (action.type === 'place') return cellName(action.cell, radius);
  if (action.type === 'draw') return t('replay.disc', { disc: action.disc });
  return t(`replay.action_${action.type}`);
}

/** A sentence whose moves are written as those in a list. */
export function withMoves(sentence: string): string {
  return sentence.replace(/\b([a-z]\d+)-(?=[a-z]\d)/g, `$1${TO}`);
}
