/** A costly choice of one's own, tried again: a puzzle like any other, judged by the game's analysis. */

import { type Mistake, retryOf } from '../../game/review';
import { playersWithNames } from '../../parts/names';
import { forgetReview } from '../../parts/reviews.svelte';
import { choiceOf, Solving } from '../../parts/solving.svelte';
import type { Decision, PuzzleChoice, PuzzleVerdict } from '../../protocol/puzzle';
import { puzzles } from '../../wire/puzzles';
import { records } from '../../wire/records';
import { ServerError } from '../../wire/requests';

export class Retrying extends Solving {
  constructor(readonly mistake: Mistake) {
    super();
  }

  open(): Promise<void> {
    return this.show(async () => {
      const whole = await records.get(this.mistake.game);
      const named = { ...whole, players: playersWithNames(whole.players) };
      const { id, record } = retryOf(this.mistake, named);
      const { positions, legal } = await records.replay(record);
      return { id, record, position: positions.at(-1)!, legal };
    });
  }

  protected override judge({ record }: Decision, choice: PuzzleChoice): Promise<PuzzleVerdict> {
    const values = this.mistake.choices.map((one): [PuzzleChoice, number] => [
      choiceOf(one.choice),
      one.value,
    ]);
    return puzzles.judgeOwn(record, values, choice);
  }

  protected override fail(error: unknown): void {
    super.fail(error);
    // The game was deleted, here or on another device.
    if (error instanceof ServerError && error.status === 404) forgetReview(this.mistake.game);
  }
}
