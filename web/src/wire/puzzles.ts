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
import { HAS_SERVER } from '../device/routes.svelte';
import { drop, expect, hasAny, isHere, put, taken } from './ahead';
import { textOf } from './keeper';
import { ask, askOnce, spoken } from './requests';

const pathOf = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`;

/** Where one is to be looked at, in the page's language. */
const sightOf = (id: string) => `${pathOf(id)}?language=${spoken()}`;

export const puzzles = {
  all: () => askOnce<PuzzleList>(`/api/puzzles?language=${spoken()}`),
  ofDay: (day: string) => askOnce<PuzzleEntry>(`/api/puzzles/day/${day}`),
  get: (id: string) => taken(sightOf(id)) ?? ask<PuzzleView>(sightOf(id)),
  /** Without a server the first ones come from a file: an engine that was never here takes seconds. */
  async begin(): Promise<void> {
    if (HAS_SERVER || hasAny()) return;
    const views = JSON.parse(await textOf(`answers/first.${spoken()}.json`)) as PuzzleView[];
    put(views.map((view) => [sightOf(view.id), view]));
  },
  /** Soon somebody may want to see it; if it stays, on the next visit too. */
  expect: (id: string, stays = true) => expect(sightOf(id), (path) => ask(path), stays),
  /** Whether it can be shown at once. */
  isHere: (id: string) => isHere(sightOf(id)),
  async judge(id: string, choice: PuzzleChoice, rating: SolverRating | null) {
    const verdict = await ask<PuzzleVerdict>(pathOf(id), { choice, rating, language: spoken() });
    drop(sightOf(id));
    return verdict;
  },
  /** The same for a decision of one's own game, by what each choice there is worth. */
  judgeOwn: (record: GameRecord, choices: [PuzzleChoice, number][], choice: PuzzleChoice) =>
    ask<PuzzleVerdict>('/api/puzzles', { record, choices, choice, language: spoken() }),
};
