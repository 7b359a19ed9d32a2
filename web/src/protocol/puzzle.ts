/** Puzzles, as the keeper tells of them (docs/server.md). */

import type { GameRecord, PlainPosition, RecordAction } from './record';

/** A puzzle in a list. */
export interface PuzzleEntry {
  id: string;
  rating: number;
  /** How hard it is, from 1 to 5. */
  step: number;
  seats: number;
  themes: string[];
}

export interface PuzzleList {
  /** By code, what they are called. */
  themes: Record<string, string>;
  puzzles: PuzzleEntry[];
}

/** Something to decide, as somebody sees it who has not decided. */
export interface Decision {
  id: string;
  /** How hard it is, from 1 to 5, if that is known. */
  step?: number;
  /** The game up to the decision. */
  record: GameRecord;
  position: PlainPosition;
  legal: RecordAction[];
}

/** A puzzle as somebody sees it who has not solved it. */
export interface PuzzleView extends Decision {
  rating: number;
  step: number;
}

/** What somebody decides in a puzzle: a disc is turned over without knowing which. */
export type PuzzleChoice = Exclude<RecordAction, { type: 'draw' }> | { type: 'turn' };

/** How well somebody solves puzzles. */
export interface SolverRating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** What an answer was worth. */
export interface PuzzleVerdict {
  solved: boolean;
  /** The chance to win after it. */
  value: number;
  /** All that could be done, best first. */
  choices: [PuzzleChoice, number][];
  /** Whether the chances are known, and not searched for. */
  exact: boolean;
  themes: string[];
  /** Why the best is better: sentences. */
  reasons: string[];
  rating: SolverRating | null;
}
