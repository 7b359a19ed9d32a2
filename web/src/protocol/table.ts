/** A table as it is set up, as it is seen, and the log it follows (docs/protocol.md). */

import type {
  GameEvent,
  Moles,
  MolesWish,
  PlainBoardSet,
  Position,
  RuleValue,
  Skill,
} from './game';

export type Team = 'red' | 'blue' | 'green' | 'yellow';

/** The four teams, in the order in which seats get them. */
export const TEAMS: readonly Team[] = ['red', 'blue', 'green', 'yellow'];

export type Stage = 'open' | 'playing' | 'paused' | 'over' | 'closed';
export type ChatRule = 'all' | 'phrases' | 'off';

export type Clock =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'fischer'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export interface Setup {
  title?: string;
  preset?: string;
  options?: Record<string, RuleValue>;
  boards?: string | PlainBoardSet;
  orientations?: 'random' | number[];
  first?: 'random' | number;
  /** By seat; null or left out: as many as the rules say. */
  moles?: MolesWish;
  clock?: Clock;
  public?: boolean;
  spectators?: boolean;
  chat?: ChatRule;
  /** Whether everybody may ask for advice; who plays alone against bots always may. */
  hints?: boolean;
  stand_in?: string;
  away_after?: number | null;
}

export type SeatWish =
  | { who: 'me'; name?: string; team?: string }
  | { who: 'open'; team?: string }
  | { who: 'bot'; level: string; name?: string; team?: string; skill?: Skill };

export interface SeatView {
  team: Team;
  kind: 'open' | 'person' | 'bot';
  /** Null for an open seat, and for whoever was given none. */
  name: string | null;
  level: string | null;
  away: boolean;
  resigned: boolean;
  /** Its person was deleted, and with them their name. */
  deleted?: boolean;
}

export interface ClockView {
  running: number | null;
  left: number[];
  deadline: number | null;
}

export interface AskView {
  seat: number;
  what: 'undo' | 'pause';
  waits: number[];
}

export interface ChatLine {
  number: number;
  at: number;
  seat: number;
  text: string | null;
  phrase: string | null;
}

export interface GameView {
  boards: PlainBoardSet;
  orientations: number[];
  stack: string;
  rules: Record<string, RuleValue>;
  moles: Moles;
  first: number;
}

export interface FairnessView {
  commitment: string;
  nonces: { nonce: string; source: 'player' | 'server' }[] | null;
  seed: string | null;
}

export interface TableView {
  table: string;
  number: number;
  stage: Stage;
  created: number;
  setup: Setup;
  seats: SeatView[];
  you: number[];
  owner: boolean;
  game: GameView | null;
  events: GameEvent[];
  position: Position | null;
  clock: ClockView | null;
  ask: AskView | null;
  chat: ChatLine[];
  fairness: FairnessView;
  rematch: string | null;
  /** The seat that wished for it. */
  rematch_by?: number | null;
  /** The date whose stack is played here: nothing is taken back or advised. */
  day?: string | null;
}

export type Driver = 'person' | 'bot' | 'stand_in' | 'auto';

/** What happened at a table, in its log. Later versions may add kinds. */
export type Happening =
  | { type: 'acted'; seat: number; by: Driver; events: GameEvent[] }
  | { type: 'undone'; seat: number; events: number }
  | { type: 'said'; seat: number; text?: string; phrase?: string }
  | { type: 'chat_set'; chat: ChatRule }
  | { type: 'rematched'; table: string; seat?: number | null }
  | { type: 'started'; first: number; orientations: number[] }
  | {
      type: 'ended';
      winners: number[];
      reason: string;
      points: number[] | null;
      seed: string | null;
    }
  | { type: 'closed'; why: 'owner' | 'resigned' | 'idle'; seed: string | null }
  | { type: 'revealed'; seed: string }
  | { type: 'went_away'; seat: number; why: 'time' | 'gone' }
  | { type: 'came_back' | 'resigned' | 'resumed' | 'stood'; seat: number }
  | { type: 'asked'; seat: number; what: 'undo' | 'pause' }
  | { type: 'answered'; seat: number; yes: boolean }
  | { type: 'sat'; seat: number; name: string | null }
  | { type: 'deleted'; seats: number[]; lines: number[] }
  | { type: 'bot_sat'; seat: number; level: string }
  | { type: 'created' | 'mixed' | 'paused' | 'erased' };

/** A line of the log: what happened together. */
export interface Entry {
  number: number;
  at: number;
  events: Happening[];
}

/** A table in a list. */
export interface TableLine {
  table: string;
  created: number;
  stage: Stage;
  title: string;
  preset: string;
  boards: string;
  clock: Clock;
  spectators: boolean;
  seats: SeatView[];
  options: Record<string, RuleValue>;
  /** With a handicap, by seat. */
  moles?: MolesWish;
  /** The seat that is to act. */
  turn: number | null;
  /** When lists last heard of it: in a game, when the turn passed on. */
  since: number;
  /** One's own seats; in the lobby nobody's. */
  you: number[];
}
