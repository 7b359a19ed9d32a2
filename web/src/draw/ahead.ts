/** Pictures that a game will show, made while the page has nothing else to do: each costs a millisecond or two. */

import type { Stack } from '../board/stack';
import { whenIdle } from '../device/idle';
import { moleOf } from './pictures';

/** Make the moles of these teams, on cells and in holes of every board; gives back how to call it off. */
export function drawAhead(stack: Stack, teams: readonly string[]): () => void {
  const grounds = stack.levels.map(({ ground, solid }) => ({
    home: ground,
    crowned: !!solid.length,
  }));
  const looks = [{}, ...grounds].flatMap((look) => teams.map((team) => ({ team, ...look })));
  const tasks = looks.map((look) => whenIdle(() => moleOf(look)));
  return () => tasks.forEach((stop) => stop());
}
