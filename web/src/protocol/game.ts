/** The game itself, as records and messages have it (docs/record.md, docs/protocol.md). */

/** A place on a board, in axial coordinates `[q, r]`. */
/** Wished for in place of numbers: whoever begins has fewer moles. */
export const FAIR_START = 'fair-start';
/** How many moles everybody has; with a handicap by seat. */
export type Moles = number | readonly number[];
/** A handicap as it is chosen; null: as many for everybody as the rules say. */
export type MolesWish = number[] | typeof FAIR_START | null;

export type Cell = readonly [number, number];

/** A board in the record's form, unturned. */
export interface PlainBoard {
  name: string;
  radius: number;
  holes: Cell[];
  specials?: Cell[];
  solid?: number[];
}

export interface PlainBoardSet {
  name: string;
  description?: string;
  levels: PlainBoard[];
}

/** An event of the record; `slot` says where a disc lay. */
export type GameEvent =
  | { type: 'place'; player: number; cell: Cell }
  | { type: 'draw'; player: number; disc: number; slot?: number }
  | { type: 'move'; player: number; from: Cell; to: Cell }
  | { type: 'blocked'; player: number }
  | { type: 'pass'; player: number }
  | { type: 'decline'; player: number }
  | { type: 'lift'; level: number }
  | { type: 'eliminate'; player: number };

export type Phase = 'place' | 'draw' | 'move' | 'extra_draw' | 'extra_move' | 'over';

/** What somebody does at a table: a disc is chosen by where it lies. */
export type PlayerAction =
  | { type: 'place'; cell: Cell }
  | { type: 'turn'; slot: number }
  | { type: 'move'; from: Cell; to: Cell }
  | { type: 'blocked' }
  | { type: 'pass' }
  | { type: 'decline' };

/** What may be done at a table. */
export type LegalChoice =
  | { type: 'place'; cells: Cell[] }
  | { type: 'turn'; slots: number[] }
  | { type: 'move'; from: Cell; to: Cell[] }
  | { type: 'blocked' }
  | { type: 'pass' }
  | { type: 'decline' };

export type RuleValue = string | number | boolean;

export interface Result {
  winners: number[];
  reason: string;
  points: number[] | null;
}

/** A position at a table, with what may be done in it. */
export interface Position {
  events: number;
  phase: Phase;
  turn: number;
  level: number;
  disc: number | null;
  moles: Cell[][];
  rows: (number | null)[][];
  face_down: number[][];
  shuffles: number[];
  stall: number;
  points: number[] | null;
  result: Result | null;
  legal: LegalChoice[];
  /** Where a bot grows with people: what it has learned about them by now. */
  skill?: Skill;
  /** The level that they are equal to, once enough games were played to say. */
  equal?: string;
}

/** How well somebody plays, as a bot that grows keeps it. */
export interface Skill {
  given: number;
  stakes: number;
  offset: number;
  games: number;
}
