/** What is kept on this device of one's own games looked back on: figures, and the costliest choices. */

import { keep, kept } from '../device/store';
import { type Mistake, mistakesOf, type Review, reviewOf } from '../game/review';
import type { Analysis, GameRecord } from '../protocol/record';

const PLACE = 'taupes.reviews';
/** The newest games, and of all the costliest choices. */
const GAMES = 100;
const MISTAKES = 40;

interface Kept {
  reviews: Review[];
  mistakes: Mistake[];
}

/** What was kept, if it can be read. */
function read(): Kept {
  try {
    const { reviews, mistakes } = JSON.parse(kept(PLACE) ?? '{}') as Partial<Kept>;
    return {
      reviews: Array.isArray(reviews) ? reviews : [],
      mistakes: Array.isArray(mistakes) ? mistakes : [],
    };
  } catch {
    return { reviews: [], mistakes: [] };
  }
}

let now: Kept = $state.raw(read());

export const reviews = (): Review[] => now.reviews;
export const mistakes = (): Mistake[] => now.mistakes;

function write(next: Kept): void {
  now = next;
  keep(PLACE, JSON.stringify(next));
}

/** Keep what a game says of how somebody here plays; a game counts once. */
export function noteReview(
  analysis: Analysis,
  record: GameRecord,
  seat: number,
  game: string,
  at: number,
): void {
  // Another tab may have kept something since.
  const { reviews, mistakes } = without(read(), game);
  write({
    reviews: [reviewOf(analysis, record, seat, game, at), ...reviews]
      .toSorted((one, other) => other.at - one.at)
      .slice(0, GAMES),
    mistakes: [...mistakesOf(analysis, record, seat, game), ...mistakes]
      .toSorted((one, other) => other.loss - one.loss)
      .slice(0, MISTAKES),
  });
}

/** A game is gone, and with it what was kept of it. */
export function forgetReview(game: string): void {
  write(without(read(), game));
}

/** Forget all games. */
export function clearReviews(): void {
  write({ reviews: [], mistakes: [] });
}

function without({ reviews, mistakes }: Kept, game: string): Kept {
  return {
    reviews: reviews.filter((one) => one.game !== game),
    mistakes: mistakes.filter((one) => one.game !== game),
  };
}
