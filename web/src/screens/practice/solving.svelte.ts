/** A puzzle being solved: the first answer counts. */

import { answered, solvedDay } from '../../game/practice';
import { Solving } from '../../parts/solving.svelte';
import type { Decision, PuzzleChoice, PuzzleVerdict } from '../../protocol/puzzle';
import { puzzles } from '../../wire/puzzles';
import { keepProgress, progress } from '../../parts/progress.svelte';

/** What a new solver's rating is before the first puzzle; the keeper knows the rest. */
const NEW = { rating: 1500, deviation: 350, volatility: 0.06 };

export class PuzzleSolving extends Solving {
  /** How much the rating changed by it; null if it did not count. */
  change: number | null = $state(null);

  constructor(
    /** The day whose puzzle this is; null for any other. */
    private readonly day: string | null = null,
    /** Whether answers change the rating. */
    private readonly counts = true,
  ) {
    super();
  }

  open(id: string): Promise<void> {
    return this.show(() => puzzles.get(id));
  }

  protected override begin(view: Decision): Promise<void> {
    this.change = null;
    return super.begin(view);
  }

  protected override async judge({ id }: Decision, choice: PuzzleChoice): Promise<PuzzleVerdict> {
    const before = progress();
    const isFirst = this.counts && !(id in before.tried);
    const rating = before.rating ?? NEW;
    const verdict = await puzzles.judge(id, choice, isFirst ? rating : null);
    if (isFirst) {
      this.change = Math.round((verdict.rating?.rating ?? 0) - rating.rating);
      keepProgress(answered(progress(), id, verdict.solved, verdict.rating));
    }
    if (this.day && verdict.solved) keepProgress(solvedDay(progress(), this.day));
    return verdict;
  }
}
