/** What a strong player thought of a position, as it is told. */

import type { PlayerAction } from '../protocol/game';
import type { Weighed } from '../protocol/messages';

/**
 * The choices that were thought about most, best chance first. They come in the order in which they
 * were thought about: a chance that was hardly looked at is worth little, and of equal ones the
 * better known goes first.
 */
export function bestOf(choices: readonly Weighed[], most = 5): Weighed[] {
  return choices.slice(0, most).sort((one, other) => (other.chance ?? 0) - (one.chance ?? 0));
}

/** The chance to win after an action, if it is known. */
export function chanceOf(action: PlayerAction, choices: readonly Weighed[]): number | undefined {
  const name = JSON.stringify(action);
  return choices.find((one) => JSON.stringify(one.action) === name)?.chance;
}
