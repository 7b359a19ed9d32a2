/** What is lit up on a board. */

import type { Cell } from '../protocol/game';

export interface Marks {
  /** Moles that can move. */
  movable: readonly Cell[];
  chosen: Cell | null;
  /** Where the chosen mole can go, or a new one be placed. */
  targets: readonly Cell[];
  /** A move that waits for its confirmation. */
  pending?: Cell | null;
  /** A cell that a sentence speaks of. */
  pointed?: Cell | null;
  /** Cells with something wrong. */
  flagged?: readonly Cell[];
  /** What a strong player would do: a way, or a place for a new mole. */
  advised?: { from: Cell | null; to: Cell } | null;
}

export const NO_MARKS: Marks = { movable: [], chosen: null, targets: [] };

/** A choice that is pointed at, as far as it is one on the board. */
export function marksOf(
  action: { type: string; from?: Cell; to?: Cell; cell?: Cell } | null,
): Marks {
  const { from, to, cell } = action ?? {};
  if (from && to) return { movable: [from], chosen: from, targets: [to] };
  return cell ? { ...NO_MARKS, targets: [cell] } : NO_MARKS;
}
