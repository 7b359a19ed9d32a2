/** A cell in words, for those who cannot see it. */

import { type Cell, cellName, same } from '../board/hex';
import { type Stack, kindOf } from '../board/stack';
import type { Scene } from '../board/story';
import type { Marks } from '../draw/marks';
import { t } from '../messages/index.svelte';

/** `whose` says whose mole stands there, by seat. */
export function describeCell(
  cell: Cell,
  { stack, scene, marks }: { stack: Stack; scene: Scene; marks: Marks },
  whose: (seat: number) => string,
): string {
  const parts = [cellName(cell, stack.radius)];
  const kind = kindOf(stack.levels[Math.min(scene.level, stack.levels.length - 1)]!, cell);
  if (kind !== 'cell' && !(kind === 'special' && stack.idle)) parts.push(t(`cell.${kind}`));
  const mole = scene.moles.find((one) => same(one.cell, cell));
  if (mole) parts.push(whose(mole.seat));
  const has = (cells: readonly Cell[]) => cells.some((one) => same(one, cell));
  if (same(marks.chosen, cell)) parts.push(t('cell.chosen'));
  else if (has(marks.movable)) parts.push(t('cell.movable'));
  if (has(marks.targets)) parts.push(t('cell.target'));
  return parts.join(', ');
}
