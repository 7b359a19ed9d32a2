/** A game as the lines of a log. */

import { cellName } from '../board/hex';
import { after, newScene } from '../board/scene';
import { kindOf, type Stack } from '../board/stack';
import { t } from '../messages/index.svelte';
import type { Cell, GameEvent } from '../protocol/game';
import type { TableView } from '../protocol/table';
import { tellEvent } from './narration';

/** A line of the log. */
export interface LogLine {
  /** How many events the game has after it. */
  events: number;
  seat: number | null;
  kind: 'place' | 'turn' | 'lift' | 'out';
  text: string;
  /** The disc of the turn. */
  disc: number | null;
  drops: boolean;
}

/** Events as lines: one for each placing, turn and lift. */
export function logLines(view: TableView, events: readonly GameEvent[], stack: Stack): LogLine[] {
  if (!view.game) return [];
  const lines: LogLine[] = [];
  let scene = newScene(view.seats.length, view.game.moles);
  const at = (cell: Cell) => cellName(cell, stack.radius);
  for (const event of events) {
    const disc = scene.disc?.value ?? null;
    const board = stack.levels[scene.level];
    const base = { events: scene.events + 1, disc: null, drops: false };
    if (event.type === 'place')
      lines.push({ ...base, seat: event.player, kind: 'place', text: at(event.cell) });
    else if (event.type === 'move')
      lines.push({
        ...base,
        seat: event.player,
        kind: 'turn',
        disc,
        drops: !!board && kindOf(board, event.to) === 'hole',
        text: t('log.move', { from: at(event.from), to: at(event.to) }),
      });
    else if (event.type === 'blocked')
      lines.push({ ...base, seat: event.player, kind: 'turn', disc, text: t('log.blocked') });
    else if (event.type === 'pass')
      lines.push({ ...base, seat: event.player, kind: 'turn', text: t('log.pass') });
    else if (event.type === 'lift' || event.type === 'eliminate')
      lines.push({
        ...base,
        seat: event.type === 'lift' ? null : event.player,
        kind: event.type === 'lift' ? 'lift' : 'out',
        text: tellEvent(event, view, scene, stack),
      });
    scene = after(scene, event, stack);
  }
  return lines;
}
