/** Whether the discs of a game were fair, as far as is known. */

import type { GameRecord, RecordCheck } from '../../protocol/record';

export type Fairness = 'unknown' | 'none' | 'sealed' | 'yes' | 'no';

export function fairnessOf(verdict: RecordCheck | null, record: GameRecord): Fairness {
  if (!verdict?.ok) return 'unknown';
  if (verdict.fair === null) return isSealed(record) ? 'sealed' : 'none';
  return verdict.fair ? 'yes' : 'no';
}

/** Whether the game is over and others may still play with its seed: the stack of the day. */
function isSealed({ fairness, result }: GameRecord): boolean {
  return result !== null && (fairness as { seed?: unknown } | undefined)?.seed === null;
}
