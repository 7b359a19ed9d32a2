/** A board set being made: every change gives a new one, all can be taken back. No drawing. */

import { ring, same, step, turned } from '../board/hex';
import type { Problem } from '../protocol/boards';
import type { Cell, PlainBoard, PlainBoardSet } from '../protocol/game';

/** A set with the way its boards lie. */
export interface Draft {
  boards: PlainBoardSet;
  orientations: number[];
}

export const LEAST_BOARDS = 2;
export const MOST_BOARDS = 8;
export const LEAST_RADIUS = 1;
/** Larger ones are allowed in files; on a screen nobody could hit their cells. */
export const MOST_RADIUS = 7;

export type Tool = 'hole' | 'special' | 'plain' | 'path';

export type Edit =
  | { do: 'cell'; level: number; tool: Tool; cell: Cell }
  | { do: 'radius'; level: number; radius: number }
  | { do: 'turn'; level: number; by: number }
  | { do: 'add'; level: number }
  | { do: 'remove'; level: number }
  | { do: 'name'; name: string }
  | { do: 'clear'; level: number };

export const isLast = (draft: Draft, level: number) => level === draft.boards.levels.length - 1;

/** The cell as it is written, unturned, for a cell as it lies. */
export function written(draft: Draft, level: number, cell: Cell): Cell {
  return turned(cell, -(draft.orientations[level] ?? 0));
}

/** The set after a change; the same one if there is nothing to change. */
export function edit(draft: Draft, change: Edit): Draft {
  switch (change.do) {
    case 'cell': {
      const cell = written(draft, change.level, change.cell);
      return onLevel(draft, change.level, (board) =>
        paint(board, change.tool, cell, isLast(draft, change.level), change.level === 0),
      );
    }
    case 'radius': {
      const radius = Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, change.radius));
      return onLevel(draft, change.level, (board) => {
        if (board.radius === radius) return board;
        const within = (cells: Cell[] = []) => cells.filter((cell) => ring(cell) <= radius);
        return {
          ...board,
          radius,
          holes: within(board.holes),
          specials: within(board.specials),
        };
      });
    }
    case 'turn': {
      const orientations = draft.orientations.map((sixths, level) =>
        level === change.level ? (((sixths + change.by) % 6) + 6) % 6 : sixths,
      );
      return { ...draft, orientations };
    }
    case 'add':
      return add(draft, change.level);
    case 'remove':
      return remove(draft, change.level);
    case 'name':
      return change.name === draft.boards.name
        ? draft
        : { ...draft, boards: { ...draft.boards, name: change.name } };
    case 'clear':
      return onLevel(draft, change.level, (board) => ({
        ...board,
        holes: isLast(draft, change.level) ? board.holes : [],
        specials: [],
      }));
  }
}

function onLevel(draft: Draft, level: number, change: (board: PlainBoard) => PlainBoard): Draft {
  const old = draft.boards.levels[level];
  const next = old && change(old);
  if (!next || next === old) return draft;
  const levels = draft.boards.levels.with(level, next);
  return { ...draft, boards: { ...draft.boards, levels } };
}

function paint(
  board: PlainBoard,
  tool: Tool,
  cell: Cell,
  last: boolean,
  first: boolean,
): PlainBoard {
  if (ring(cell) > board.radius) return board;
  const has = (cells: Cell[] = []) => cells.some((one) => same(one, cell));
  const without = (cells: Cell[] = []) => cells.filter((one) => !same(one, cell));
  const plain = { ...board, holes: without(board.holes), specials: without(board.specials) };
  if (tool === 'path') return last ? flipPaths(board, cell) : board;
  // The last hole is where it is.
  if (last && (ring(cell) === 0 || tool === 'hole')) return board;
  if (tool === 'hole')
    return has(board.holes) ? plain : { ...plain, holes: [...plain.holes, cell] };
  if (tool === 'special') {
    if (first) return board;
    return has(board.specials) ? plain : { ...plain, specials: [...plain.specials, cell] };
  }
  return has(board.holes) || has(board.specials) ? plain : board;
}

/** Solid and dotted paths alternate: changing one changes all. */
function flipPaths(board: PlainBoard, cell: Cell): PlainBoard {
  const far = ring(cell);
  const on = [0, 1, 2, 3, 4, 5].some((way) => far > 0 && same(step([0, 0], way, far), cell));
  if (!on) return board;
  return { ...board, solid: board.solid?.includes(0) ? [1, 3, 5] : [0, 2, 4] };
}

/** A new board above this level, as large as the one it goes on; never under the last. */
function add(draft: Draft, level: number): Draft {
  const { levels } = draft.boards;
  const below = levels[level];
  if (!below || levels.length >= MOST_BOARDS) return draft;
  const fresh: PlainBoard = {
    name: freshName(levels),
    radius: levels[level - 1]?.radius ?? below.radius,
    holes: [],
    specials: [],
  };
  return {
    boards: { ...draft.boards, levels: levels.toSpliced(level, 0, fresh) },
    orientations: draft.orientations.toSpliced(level, 0, 0),
  };
}

function freshName(levels: readonly PlainBoard[]): string {
  const names = new Set(levels.map((board) => board.name));
  let number = levels.length + 1;
  while (names.has(`board-${number}`)) number++;
  return `board-${number}`;
}

/** Any board can go but the last one, with its hole and paths. */
function remove(draft: Draft, level: number): Draft {
  const { levels } = draft.boards;
  if (levels.length <= LEAST_BOARDS || isLast(draft, level) || !levels[level]) return draft;
  const boards = levels.toSpliced(level, 1);
  // What becomes the top board has no special cells.
  const top = { ...boards[0]!, specials: [] };
  return {
    boards: { ...draft.boards, levels: boards.with(0, top) },
    orientations: draft.orientations.toSpliced(level, 1),
  };
}

const DEPTH = 200;

/** A draft with what was before and after it. */
export class DraftHistory {
  private constructor(
    readonly now: Draft,
    private readonly past: readonly Draft[],
    private readonly future: readonly Draft[],
  ) {}

  static of(draft: Draft): DraftHistory {
    return new DraftHistory(draft, [], []);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  edit(change: Edit): DraftHistory {
    return this.to(edit(this.now, change));
  }

  /** Another draft altogether, for example an imported one. */
  to(next: Draft): DraftHistory {
    if (next === this.now) return this;
    return new DraftHistory(next, [...this.past, this.now].slice(-DEPTH), []);
  }

  undo(): DraftHistory {
    const back = this.past.at(-1);
    return back ? new DraftHistory(back, this.past.slice(0, -1), [this.now, ...this.future]) : this;
  }

  redo(): DraftHistory {
    const [next, ...rest] = this.future;
    return next ? new DraftHistory(next, [...this.past, this.now], rest) : this;
  }
}

/** Without what follows from something else: a board without holes has fewer than any other. */
export function worthSaying(problems: readonly Problem[]): Problem[] {
  const empty = problems.filter((one) => one.code === 'no_holes').map((one) => one.level);
  return problems.filter((one) => one.code !== 'holes_decrease' || !empty.includes(one.level));
}

/** Boards that are kept on the device. */
export interface OwnBoards extends Draft {
  id: string;
  changed: number;
  /** Why nobody can play on it, null if people can; missing until somebody has looked. */
  flaw?: Problem | null;
}

/** The stored sets; what cannot be read is left out. */
export function readOwnBoards(text: string | null): OwnBoards[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (one: Partial<OwnBoards> | null): one is OwnBoards =>
        !!one &&
        typeof one.id === 'string' &&
        Array.isArray(one.boards?.levels) &&
        Array.isArray(one.orientations),
    );
  } catch {
    return [];
  }
}
