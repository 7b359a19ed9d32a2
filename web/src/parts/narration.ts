/** What happens at a table and what stands on it, in words: for the log, and for those who cannot see it. */

import { cellName, key, same } from '../board/hex';
import type { Scene } from '../board/scene';
import { kindOf, type Stack } from '../board/stack';
import type { Marks } from '../draw/marks';
import { maybe, t } from '../messages/index.svelte';
import type { Cell, GameEvent } from '../protocol/game';
import type { AskView, Happening, TableView } from '../protocol/table';
import { subject } from './names';

/** What was said: somebody's own words, or a ready phrase in the page's language. */
export function wordsOf({
  text,
  phrase,
}: {
  text?: string | null;
  phrase?: string | null;
}): string {
  return text ?? maybe(`phrase.${phrase}`, phrase ?? '');
}

/** A sentence about a happening; an empty one if nothing needs to be said, or the game itself tells it. */
export function tell(event: Happening, view: TableView): string {
  switch (event.type) {
    case 'undone':
      return t('tell.undone', subject(view, event.seat));
    case 'went_away':
      return t(event.why === 'time' ? 'tell.out_of_time' : 'tell.gone', subject(view, event.seat));
    case 'came_back':
      return t('tell.came_back', subject(view, event.seat));
    case 'resigned':
      return t('tell.resigned', subject(view, event.seat));
    case 'paused':
      return t('tell.paused');
    case 'resumed':
      return t('tell.resumed');
    case 'sat':
      return t('tell.sat', { name: subject(view, event.seat).name });
    case 'started':
      return t('tell.started', subject(view, event.first));
    case 'said':
      return t('tell.said', { ...subject(view, event.seat), text: wordsOf(event) });
    default:
      return '';
  }
}

/** What came of something that was asked, for those who did not decide it; empty if nothing did. */
export function tellAnswer(event: Happening, view: TableView, ask: AskView | null): string {
  if (event.type === 'rematched') return t('tell.rematched');
  if (!('seat' in event) || view.you.includes(event.seat)) return '';
  const { name } = subject(view, event.seat);
  if (event.type === 'undone') return t('tell.undone', { name });
  if (event.type !== 'answered' || event.yes || !ask) return '';
  if (event.seat === ask.seat) return t('tell.withdrawn', { name });
  return t(`tell.declined_${ask.what}`, { name });
}

/** A sentence about an event of the game, seen in the scene before it. */
export function tellEvent(event: GameEvent, view: TableView, scene: Scene, stack: Stack): string {
  const who = 'player' in event ? subject(view, event.player) : {};
  const at = (cell: Cell) => cellName(cell, stack.radius);
  switch (event.type) {
    case 'place':
      return t('tell.place', { ...who, cell: at(event.cell) });
    case 'draw':
      return t('tell.draw', { ...who, disc: event.disc });
    case 'move': {
      const board = stack.levels[scene.level];
      const kind = board ? kindOf(board, event.to) : 'cell';
      const values = { ...who, from: at(event.from), to: at(event.to) };
      if (kind === 'hole') return t('tell.move_hole', values);
      return t(kind === 'special' && !stack.idle ? 'tell.move_special' : 'tell.move', values);
    }
    case 'blocked':
      return t('tell.blocked', { ...who, disc: scene.disc?.value ?? 0 });
    case 'pass':
      return t('tell.pass', who);
    case 'decline':
      return t('tell.decline', who);
    case 'lift': {
      const holes = stack.levels[event.level]!.holes;
      const count = scene.moles.filter((mole) => !holes.has(key(mole.cell))).length;
      return t('tell.lift', { count });
    }
    case 'eliminate':
      return t('tell.eliminate', who);
  }
}

/** A cell in words, for those who cannot see it; `whose` says whose mole stands there, by seat. */
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
