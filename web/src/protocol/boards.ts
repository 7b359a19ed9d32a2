/** Board sets that are checked, and printed (docs/server.md). */

import type { Cell, PlainBoardSet } from './game';

/** Something wrong with a set. */
export interface Problem {
  /** Which kind of problem it is. */
  code: string;
  /** The board's place from 0, or null for the set as a whole. */
  level: number | null;
  /** Where it is, what is wrong and what would be right, in the page's language. */
  sentence: string;
  cell: Cell | null;
}

export interface BoardsVerdict {
  ok: boolean;
  boards: PlainBoardSet | null;
  toml: string | null;
  errors: Problem[];
  warnings: Problem[];
}

export type Paper = 'a4' | 'letter';
