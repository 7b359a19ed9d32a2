/** Puzzles: which there are, one to look at, what an answer was worth. */

import type {
  PuzzleChoice,
  PuzzleEntry,
  PuzzleList,
  PuzzleVerdict,
  PuzzleView,
  SolverRating,
} from '../protocol/puzzle';
import type { GameRecord } from '../protocol/record';
import { ask, askOnce, spoken } from './requests';

const pathOf = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`;

export const puzzles = {
  all: () => askOnce<PuzzleList>(`/api/puzzles?language=${spoken()}`),
  ofDay: (day: string) => askOnce<PuzzleEntry>(`/api/puzzles/day/${day}`),
  get: (id: string) => ask<PuzzleView>(`${pathOf(id)}?language=${spoken()}`),
  judge: (id: string, choice: PuzzleChoice, rating: SolverRating | null) =>
    ask<PuzzleVerdict>(pathOf(id), { choice, rating, language: spoken() }),
  /** The same for a decision of one's own game, by what each choice there is worth. */
  judgeOwn: (record: GameRecord, choices: [PuzzleChoice, number][], choice: PuzzleChoice) =>
    ask<PuzzleVerdict>('/api/puzzles', { record, choices, choice, language: spoken() }),
};
