/**
 * The lessons of the tutorial as data: a small position, one task, and how to tell whether it is
 * done. What may be done in it, and why not, the server says.
 */

import type { Result } from '../wire/protocol';
import type { GameRecord } from './record';
import { type Cell, same } from './hex';
import { type PlainBoardSet, type Stack, kindOf } from './stack';
import { type GameEvent, type GameFrame, after, sceneAt } from './story';

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
  boards: PlainBoardSet;
  /** Rule options that differ from the usual ones. */
  rules?: Record<string, string | boolean>;
  moles: number;
  first?: number;
  /** How the position came about: see `readScript`. */
  script: string;
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

const RULES = {
  leave_hole: 'last_resort',
  all_home: 'may_pass',
  special_cells: false,
  final_entry: 'solid_only',
  victory: 'shovel',
  stall_limit: 100,
};

/** The cell of a name on a stack of this radius: the other way round than `cellName`. */
export function parseCell(name: string, radius: number): Cell {
  const r = radius - (name.charCodeAt(0) - 97);
  return [Number(name.slice(1)) - radius - 1 + 0, r + 0];
}

/**
 * A script in short words: `@c3` a mole is placed, `3` a disc is turned, `c3-c5` a mole moves,
 * `lift` a board is lifted. Two players take turns.
 */
export function readScript(script: string, radius: number, first = 0): GameEvent[] {
  let player = first;
  let level = 0;
  const cell = (name: string) => parseCell(name, radius);
  return script
    .split(/\s+/)
    .filter(Boolean)
    .map((word): GameEvent => {
      const seat = player;
      if (word === 'lift') return { type: 'lift', level: level++ };
      if (/^\d$/.test(word)) return { type: 'draw', player: seat, disc: Number(word) };
      player = 1 - player;
      if (word.startsWith('@')) return { type: 'place', player: seat, cell: cell(word.slice(1)) };
      const [from, to] = word.split('-') as [string, string];
      return { type: 'move', player: seat, from: cell(from), to: cell(to) };
    });
}

export function radiusOf(boards: PlainBoardSet): number {
  return Math.max(...boards.levels.map((level) => level.radius));
}

/** The position of a lesson, as a record. */
export function lessonRecord(lesson: Lesson, names: [string, string]): GameRecord {
  const first = lesson.first ?? 0;
  return {
    format: 'taupes-record',
    version: 1,
    boards: lesson.boards,
    orientations: lesson.boards.levels.map(() => 0),
    rules: { ...RULES, ...lesson.rules },
    players: [
      { name: names[0], team: 'red' },
      { name: names[1], team: 'blue' },
    ],
    moles: lesson.moles,
    discs: [1, 2, 2, 3, 3, 4],
    first,
    events: readScript(lesson.script, radiusOf(lesson.boards), first),
    result: null,
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

const solid = [0, 2, 4];
const ROCK = { name: 'rock', radius: 2, holes: [[0, 0]] as Cell[], specials: [], solid };
const small = (holes: Cell[], specials: Cell[] = []): PlainBoardSet => ({
  name: 'lesson',
  levels: [
    { name: 'meadow', radius: 2, holes, specials: [] },
    { ...ROCK, specials },
  ],
});

/** Three holes in a wide triangle; the names go from a1 to g7, the centre is d4. */
const WIDE: PlainBoardSet = {
  name: 'lesson',
  levels: [
    {
      name: 'meadow',
      radius: 3,
      holes: [
        [1, 1],
        [-2, 1],
        [1, -2],
      ],
      specials: [],
    },
    { name: 'rock', radius: 3, holes: [[0, 0]], specials: [], solid },
  ],
};
/** Names from a1 to e5, the centre is c3; holes on c2, c4 and for some also on e3. */
const PAIR = small([
  [-1, 0],
  [1, 0],
]);
const TRIO = small([
  [-1, 0],
  [1, 0],
  [0, -2],
]);
const SPECIAL = small(
  [
    [-1, 0],
    [1, 0],
  ],
  [
    [-1, 2],
    [-1, -1],
  ],
);

const LAST = '@e4 @a2 2 e4-c4 2 a2-c2 lift 2 c4-a2 1';

export const LESSONS: readonly Lesson[] = [
  {
    id: 'place',
    boards: WIDE,
    moles: 3,
    script: '',
    replies: 'd5 e3 b3 f6 d2',
    goal: { kind: 'does', type: 'place', times: 3 },
    lit: true,
  },
  {
    id: 'turn',
    boards: WIDE,
    moles: 1,
    script: '@d4 @b5',
    discs: [3],
    goal: { kind: 'does', type: 'draw', times: 1 },
    lit: true,
  },
  {
    id: 'straight',
    boards: WIDE,
    moles: 1,
    script: '@d4 @b5 3',
    goal: { kind: 'does', type: 'move', times: 1 },
    lit: true,
  },
  {
    id: 'exact',
    boards: WIDE,
    moles: 1,
    script: '@d1 @b5 2',
    goal: { kind: 'does', type: 'move', times: 1 },
    lit: false,
  },
  {
    id: 'hole',
    boards: WIDE,
    moles: 1,
    script: '@a2 @f6',
    discs: [2],
    goal: { kind: 'stops', on: 'hole' },
    lit: true,
  },
  {
    id: 'jump',
    boards: WIDE,
    moles: 2,
    script: '@e7 @d6 @c4 @d1 2',
    goal: { kind: 'stops', on: 'hole' },
    lit: false,
  },
  {
    id: 'stay',
    boards: WIDE,
    moles: 2,
    script: '@a2 @d7 @g7 @g4 2 a2-c2 1 d7-d6 1',
    goal: { kind: 'does', type: 'move', times: 1 },
    lit: false,
    look: 'c2',
  },
  {
    id: 'forced',
    boards: TRIO,
    moles: 2,
    script: '@d3 @e4 @b1 @d5 1 d3-e3 2 e4-c4 4',
    goal: { kind: 'does', type: 'move', times: 1 },
    lit: true,
  },
  {
    id: 'stuck',
    boards: PAIR,
    moles: 1,
    script: '@c3 @e4 4',
    goal: { kind: 'does', type: 'blocked', times: 1 },
    lit: true,
  },
  {
    id: 'home',
    boards: TRIO,
    moles: 1,
    script: '@a2 @d5 2 a2-c2 1 d5-c5',
    discs: [1],
    goal: { kind: 'does', type: 'pass', times: 1 },
    lit: true,
  },
  {
    id: 'lift',
    boards: WIDE,
    moles: 2,
    script: '@a2 @f7 @e7 @d1 2 a2-c2 2 f7-f5',
    discs: [2],
    goal: { kind: 'lifts' },
    lit: true,
  },
  {
    id: 'special',
    boards: SPECIAL,
    rules: { special_cells: true },
    moles: 1,
    script: '@c5 @e4 3 c5-c2 2 e4-c4 lift 2',
    discs: [1],
    goal: { kind: 'stops', on: 'special', then: 'extra' },
    lit: false,
    look: 'a2',
  },
  {
    id: 'dotted',
    boards: PAIR,
    moles: 1,
    first: 1,
    script: LAST,
    goal: { kind: 'refused', code: 'dotted_path' },
    lit: false,
    look: 'c3',
  },
  {
    id: 'over',
    boards: PAIR,
    moles: 1,
    first: 1,
    script: `${LAST} c2-c1 3 a2-d2 4`,
    goal: { kind: 'stops', on: [2, 0] },
    lit: true,
  },
  {
    id: 'win',
    boards: PAIR,
    moles: 1,
    first: 1,
    script: `${LAST} c2-c1 3 a2-d2 4 c1-c5 1 d2-d3`,
    discs: [2],
    goal: { kind: 'wins' },
    lit: true,
  },
];
