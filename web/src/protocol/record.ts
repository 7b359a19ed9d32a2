/** Records, and what is said of them: positions, tries, checks, analyses (docs/record.md, docs/server.md). */

import type {
  Cell,
  GameEvent,
  Moles,
  Phase,
  PlainBoardSet,
  PlayerAction,
  Result,
  RuleValue,
} from './game';
import type { Reason } from './messages';
import type { Team } from './table';

export interface RecordPlayer {
  /** That of the team, if nobody gave one. */
  name: string;
  team: Team;
  /** A bot's level. */
  bot?: string | null;
}

export interface GameRecord {
  format: 'taupes-record';
  /** 2 with a handicap. */
  version: 1 | 2;
  boards: PlainBoardSet;
  orientations: number[];
  rules: Record<string, RuleValue>;
  players: RecordPlayer[];
  moles: Moles;
  discs: number[];
  first: number;
  events: GameEvent[];
  result: Result | null;
  fairness?: unknown;
}

/** What somebody does, as a record has it: a disc has its value. */
export type RecordAction =
  Exclude<PlayerAction, { type: 'turn' }> | { type: 'draw'; disc: number; slot?: number };

/** A position of a record. */
export interface PlainPosition {
  phase: Phase;
  turn: number;
  level: number;
  disc: number | null;
  moles: Cell[][];
  face_down: number[][];
  stall: number;
  points: number[] | null;
}

/** Every position of a record, and what may be done in the last. */
export interface Replayed {
  positions: PlainPosition[];
  legal: RecordAction[];
}

/** The answer to a try: what came of it, or the rule against it. */
export type Tried =
  | { ok: true; record: GameRecord; position: PlainPosition; legal: RecordAction[]; why: null }
  | { ok: false; record: null; position: null; legal: RecordAction[]; why: Reason };

/** A record in a list. */
export interface RecordLine {
  record: string;
  created: number;
  boards: string;
  players: RecordPlayer[];
  events: number;
  result: { winners: number[]; reason: string } | null;
  /** One's own seats; what a device has kept for long does not say. */
  you?: number[];
}

export interface RecordCheck {
  ok: boolean;
  error: string | null;
  event: number | null;
  /** Null: the record has no proof. */
  fair: boolean | null;
  proof: string | null;
}

/** What a game was worth, turn by turn. */
export interface Analysis {
  positions: { event: number; values: number[]; error: number }[];
  turns: TurnAnalysis[];
  /** By seat: what the discs gave, what the choices lost. */
  luck: number[];
  skill: number[];
}

/** What set a choice that cost something apart from the best one (docs/bots.md). */
export type SlipKind =
  'placing' | 'extra' | 'pass' | 'left' | 'greedy' | 'slow' | 'open' | 'blocked' | 'other';

export interface TurnAnalysis {
  event: number;
  seat: number;
  luck: number;
  loss: number;
  /** The board in play. */
  level: number;
  slip: SlipKind | null;
  best: RecordAction | null;
  chances: [RecordAction, number][];
}
