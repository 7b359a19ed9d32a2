/** Whether the discs of a game were fair, as far as is known. */

import type { RecordCheck } from '../../protocol/record';

export type Fairness = 'unknown' | 'none' | 'yes' | 'no';

export function fairnessOf(verdict: RecordCheck | null): Fairness {
  if (!verdict?.ok) return 'unknown';
  if (verdict.fair === null) return 'none';
  return verdict.fair ? 'yes' : 'no';
}
