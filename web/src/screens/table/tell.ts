/** What happens at a table, in words: for the log and for those who cannot see it. */

import { cellName, key } from '../../board/hex';
import { type Stack, kindOf, makeStack } from '../../board/stack';
import { type GameEvent, type Scene, after, newScene } from '../../board/story';
import { maybe, t } from '../../messages/index.svelte';
import type { Happening, SeatView, TableView } from '../../wire/protocol';

/** The name of whoever sits there. */
export function nameOf(seat: SeatView | undefined): string {
  return seat?.name ?? t('seat.open');
}

/** Who a sentence speaks of; alone at this screen one is spoken to. */
export function subject(view: TableView, seat: number): { name: string; who: string } {
  const isYou = view.you.length === 1 && view.you[0] === seat;
  return { name: nameOf(view.seats[seat]), who: isYou ? 'you' : '' };
}

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

/** A sentence about a happening; an empty one if nothing needs to be said. */
export function tell(event: Happening, view: TableView, scene?: Scene): string {
  switch (event.type) {
    case 'acted': {
      if (!scene || !view.game) return '';
      const stack = makeStack(view.game.boards, view.game.orientations, view.game.rules);
      return event.events.map((one) => tellEvent(one, view, scene, stack)).join(' ');
    }
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
      return t('tell.sat', { name: event.name });
    case 'started':
      return t('tell.started', subject(view, event.first));
    case 'said':
      return t('tell.said', { ...subject(view, event.seat), text: wordsOf(event) });
    default:
      return '';
  }
}

/** A sentence about an event of the game, seen in the scene before it. */
export function tellEvent(event: GameEvent, view: TableView, scene: Scene, stack: Stack): string {
  const who = 'player' in event ? subject(view, event.player) : {};
  const at = (cell: readonly [number, number]) => cellName(cell, stack.radius);
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
  const at = (cell: readonly [number, number]) => cellName(cell, stack.radius);
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
