/**
 * The lessons of the tutorial: a small position, one task, and how to tell whether it is done. They
 * are written in lessons.toml; `python web/lessons.py` works out what may be done in them.
 */

import { parseCell, same } from '../board/hex';
import { after, type GameFrame, sceneAt } from '../board/scene';
import { kindOf, type Stack } from '../board/stack';
import type { Cell, GameEvent, Result } from '../protocol/game';
import type { GameRecord } from '../protocol/record';
import written from './lessons.json?raw';

/** What makes a lesson done. */
export type Goal =
  /** So many events of this kind, of the learner's. */
  | { kind: 'does'; type: 'place' | 'draw' | 'move' | 'blocked' | 'pass'; times: number }
  /** A mole stops there. */
  | { kind: 'stops'; on: 'hole' | 'special' | Cell; then?: 'extra' }
  | { kind: 'lifts' }
  | { kind: 'wins' }
  /** Something is tried that the rules forbid, and the reason is read. */
  | { kind: 'refused'; code: string };

export interface Lesson {
  id: string;
  /** How the position came about. */
  record: GameRecord;
  /** The number of its position among the answers. */
  start: number;
  /** What the learner's discs will show, in order. */
  discs?: number[];
  goal: Goal;
  /** Where the other team places, as far as it is free. */
  replies?: string;
  /** Whether the cells one can move to are lit up from the start. */
  lit: boolean;
  /** A cell to look at. */
  look?: string;
}

/** All that is written of them. As text it is read in a fraction of the time that a script of this size takes. */
export const BOOK = JSON.parse(written) as Record<'lessons' | 'nodes' | 'reasons', unknown>;
export const LESSONS = BOOK.lessons as readonly Lesson[];

/** The position of a lesson, as a record. */
export function lessonRecord({ record }: Lesson, names: [string, string]): GameRecord {
  return {
    ...record,
    players: record.players.map((player, seat) => ({ ...player, name: names[seat]! })),
  };
}

/** `done`; `on` while something is still to be done; `other`: allowed, but not what was asked for. */
export type Verdict = 'done' | 'on' | 'other';

export const LEARNER = 0;

/** What a learner's events since the beginning of the lesson amount to. */
export function verdict(
  goal: Goal,
  frame: GameFrame,
  events: readonly GameEvent[],
  start: number,
  result: Result | null,
): Verdict {
  const own = events
    .slice(start)
    .filter((event) => 'player' in event && event.player === LEARNER && event.type !== 'eliminate');
  if (!own.length) return 'on';
  const acted = own.some((event) => event.type !== 'draw' && event.type !== 'place');
  switch (goal.kind) {
    case 'does': {
      const count = own.filter((event) => event.type === goal.type).length;
      if (count >= goal.times) return 'done';
      return acted ? 'other' : 'on';
    }
    case 'stops': {
      const reached = stopsOn(goal.on, frame, events, start);
      if (!reached) return acted ? 'other' : 'on';
      if (!goal.then) return 'done';
      const moves = own.filter((event) => event.type === 'move').length;
      return moves > 1 ? 'done' : own.at(-1)?.type === 'decline' ? 'other' : 'on';
    }
    case 'lifts':
      if (events.slice(start).some((event) => event.type === 'lift')) return 'done';
      return acted ? 'other' : 'on';
    case 'wins':
      if (result?.winners.includes(LEARNER)) return 'done';
      return acted ? 'other' : 'on';
    case 'refused':
      return acted ? 'other' : 'on';
  }
}

/** Whether a mole of the learner's first stop was on such a cell. */
function stopsOn(
  on: 'hole' | 'special' | Cell,
  frame: GameFrame,
  events: readonly GameEvent[],
  start: number,
): boolean {
  let scene = sceneAt(frame, events, start);
  for (const event of events.slice(start)) {
    const board = frame.stack.levels[scene.level];
    if (event.type === 'move' && event.player === LEARNER && board)
      return typeof on === 'string' ? kindOf(board, event.to) === on : same(event.to, on);
    scene = after(scene, event, frame.stack);
  }
  return false;
}

/** Where the other team places its next mole: the first of its wishes that may be. */
export function replyCell(replies: string, stack: Stack, free: readonly Cell[]): Cell | undefined {
  const wishes = replies.split(' ').map((name) => parseCell(name, stack.radius));
  return wishes.find((wish) => free.some((cell) => same(cell, wish))) ?? free[0];
}

/** What a learner has done, as it is kept on the device. */
export interface Progress {
  done: string[];
  at: string;
  /** The table of the practice game. */
  table: string | null;
}

export function readProgress(text: string | null): Progress {
  const fresh: Progress = { done: [], at: LESSONS[0]!.id, table: null };
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Progress>;
    const known = (id: unknown): id is string => LESSONS.some((lesson) => lesson.id === id);
    return {
      done: Array.isArray(stored.done) ? [...new Set(stored.done.filter(known))] : [],
      at: known(stored.at) ? stored.at : fresh.at,
      table: typeof stored.table === 'string' ? stored.table : null,
    };
  } catch {
    return fresh;
  }
}
