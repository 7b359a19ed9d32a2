/** A game record (docs/record.md) and how one walks through it: no drawing, no network. */

import { key } from '../board/hex';
import { after, type GameFrame, newScene } from '../board/scene';
import { kindOf, makeStack } from '../board/stack';
import type { Cell, GameEvent, LegalChoice } from '../protocol/game';
import type { GameRecord, RecordAction } from '../protocol/record';

/** The stack and the players' moles, as a scene wants them. */
export function frameOf(record: GameRecord): GameFrame {
  return {
    stack: makeStack(record.boards, record.orientations, record.rules),
    seats: record.players.length,
    moles: record.moles,
  };
}

/** The record after its first `count` events: unfinished, and without a proof of its discs. */
export function upto(record: GameRecord, count: number): GameRecord {
  const { fairness: _, ...rest } = record;
  return { ...rest, events: record.events.slice(0, count), result: null };
}

/** Lifts and eliminations follow from what was done: one never stops between. */
const FOLLOWS = ['lift', 'eliminate'];

/** After how many events one can stop, from 0 to all of them. */
export function stopsOf(events: readonly GameEvent[]): number[] {
  return Array.from({ length: events.length + 1 }, (_, count) => count).filter(
    (count) => !FOLLOWS.includes(events[count]?.type ?? ''),
  );
}

/** The index of the last stop that is not past so many events. */
export function stopAt(stops: readonly number[], count: number): number {
  const next = stops.findIndex((stop) => stop > count);
  return Math.max(0, (next < 0 ? stops.length : next) - 1);
}

export interface Landmark {
  /** After so many events. */
  events: number;
  kind: 'placed' | 'home' | 'lift' | 'out' | 'end';
}

/** The moments worth jumping to: moles come home, boards are lifted, teams are out, the end. */
export function landmarksOf(record: GameRecord, frame = frameOf(record)): Landmark[] {
  const found: Landmark[] = [];
  let scene = newScene(frame.seats, frame.moles);
  for (const event of record.events) {
    const board = frame.stack.levels[scene.level];
    scene = after(scene, event, frame.stack);
    const note = (kind: Landmark['kind']) => found.push({ events: scene.events, kind });
    if (event.type === 'place' && scene.waiting.every((left) => left === 0)) note('placed');
    else if (event.type === 'lift') note('lift');
    else if (event.type === 'eliminate') note('out');
    else if (event.type === 'move' && board && kindOf(board, event.to) === 'hole') note('home');
  }
  const stops = stopsOf(record.events);
  const settled = found.map((one) => ({
    ...one,
    events: stops.find((stop) => stop >= one.events) ?? one.events,
  }));
  if (record.result) settled.push({ events: record.events.length, kind: 'end' });
  // Of several at the same moment the last says most.
  return settled.filter((one, i) => settled[i + 1]?.events !== one.events);
}

/** After how many events each board came into play. */
export function boardStarts(record: GameRecord): number[] {
  const starts = [0];
  const stops = stopsOf(record.events);
  record.events.forEach((event, index) => {
    if (event.type !== 'lift') return;
    const stop = stops.find((one) => one > index) ?? record.events.length;
    if (event.level + 1 < record.boards.levels.length) starts[event.level + 1] = stop;
  });
  return starts;
}

/** What may be done, as a table has it, from the list that a record's position has. */
export function choicesOf(
  legal: readonly RecordAction[],
  row: readonly (number | null)[],
): LegalChoice[] {
  const places: Cell[] = [];
  const moves = new Map<string, { from: Cell; to: Cell[] }>();
  const choices: LegalChoice[] = [];
  let canDraw = false;
  for (const action of legal) {
    if (action.type === 'place') places.push(action.cell);
    else if (action.type === 'draw') canDraw = true;
    else if (action.type === 'move') {
      const known = moves.get(key(action.from)) ?? { from: action.from, to: [] };
      known.to.push(action.to);
      moves.set(key(action.from), known);
    } else choices.push({ type: action.type });
  }
  if (places.length) choices.unshift({ type: 'place', cells: places });
  for (const { from, to } of moves.values()) choices.push({ type: 'move', from, to });
  if (canDraw) {
    const down = row.flatMap((value, slot) => (value === null ? [slot] : []));
    choices.unshift({ type: 'turn', slots: down });
  }
  return choices;
}

/** The values that a disc may show, each once. */
export function drawable(legal: readonly RecordAction[]): number[] {
  return legal.flatMap((action) => (action.type === 'draw' ? [action.disc] : []));
}

/** Whether two records tell the same game up to some point. */
export function sameEvent(one: GameEvent | undefined, other: GameEvent | undefined): boolean {
  const plain = (event: GameEvent | undefined) =>
    JSON.stringify(event, (name, value: unknown) => (name === 'slot' ? undefined : value));
  return plain(one) === plain(other);
}

/** The text of a record as the server reads it: notation may begin with remarks. */
export function recordText(text: string): string {
  const clean = text.replace(/^\uFEFF/, '').trimStart();
  if (clean.startsWith('{')) return clean;
  return clean.replace(/^(?:#[^\n]*\n\s*)+/, '');
}
