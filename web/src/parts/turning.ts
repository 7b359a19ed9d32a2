/** The moments at which a game was decided, in sentences. */

import { cellName } from '../board/hex';
import type { TurningPoint } from '../game/analysis';
import { percent, t } from '../messages/index.svelte';
import type { Cell, GameEvent } from '../protocol/game';

/** After how many events a moment is best looked at: before a choice, after a disc. */
export const momentOf = ({ event, kind }: TurningPoint): number =>
  kind === 'mistake' ? event : event + 1;

/** What happened there, and what a stronger player would have done; `who` is spoken of, or to. */
export function turningWords(
  { event, kind, before, after, best }: TurningPoint,
  events: readonly GameEvent[],
  radius: number,
  who: { name: string; who: string },
): string {
  const at = (cell: Cell) => cellName(cell, radius);
  const what = events[event];
  const values = {
    ...who,
    disc: what?.type === 'draw' ? what.disc : 0,
    cell: what?.type === 'place' ? at(what.cell) : what?.type === 'move' ? at(what.to) : '',
    better: best?.type === 'place' ? at(best.cell) : best?.type === 'move' ? at(best.to) : '',
    before: percent(before),
    after: percent(after),
  };
  if (kind !== 'mistake') return t(`turning.${kind}`, values);
  return t(values.cell && values.better ? 'turning.choice' : 'turning.other', values);
}
