/** Whether the discs of a game were fair, as far as is known. */

import type { RecordVerdict } from '../../wire/record';

export type Fairness = 'unknown' | 'none' | 'yes' | 'no';

export function fairnessOf(verdict: RecordVerdict | null): Fairness {
  if (!verdict?.ok) return 'unknown';
  if (verdict.fair === null) return 'none';
  return verdict.fair ? 'yes' : 'no';
}
