/** The server's messages as docs/protocol.md and protocol.schema.json have them. */

import type { Cell } from '../board/hex';
import type { GameEvent } from '../board/story';
import type { PlainBoardSet } from '../board/stack';

export type Language = 'fr' | 'en' | 'de';
export type Team = 'red' | 'blue' | 'green' | 'yellow';
export type Stage = 'open' | 'playing' | 'paused' | 'over' | 'closed';
export type Phase = 'place' | 'draw' | 'move' | 'extra_draw' | 'extra_move' | 'over';
export type ChatRule = 'all' | 'phrases' | 'off';

export type Clock =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'fischer'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export interface Setup {
  title?: string;
  preset?: string;
  options?: Record<string, string | number | boolean>;
  boards?: string | PlainBoardSet;
  orientations?: 'random' | number[];
  first?: 'random' | number;
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
  | { who: 'me'; name: string; team?: string }
  | { who: 'open'; team?: string }
  | { who: 'bot'; level: string; name?: string; team?: string };

export interface SeatView {
  team: Team;
  kind: 'open' | 'person' | 'bot';
  name: string | null;
  level: string | null;
  away: boolean;
  resigned: boolean;
}

export type LegalChoice =
  | { type: 'place'; cells: Cell[] }
  | { type: 'turn'; slots: number[] }
  | { type: 'move'; from: Cell; to: Cell[] }
  | { type: 'blocked' }
  | { type: 'pass' }
  | { type: 'decline' };

export type PlayerAction =
  | { type: 'place'; cell: Cell }
  | { type: 'turn'; slot: number }
  | { type: 'move'; from: Cell; to: Cell }
  | { type: 'blocked' }
  | { type: 'pass' }
  | { type: 'decline' };

export interface Result {
  winners: number[];
  reason: string;
  points: number[] | null;
}

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
  rules: Record<string, string | number | boolean>;
  moles: number;
  first: number;
}

export interface Fairness {
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
  fairness: Fairness;
  rematch: string | null;
}

export type Driver = 'person' | 'bot' | 'stand_in' | 'auto';

/** A line of a table's log. Later versions may add kinds. */
export type Happening =
  | { type: 'acted'; seat: number; by: Driver; events: GameEvent[] }
  | { type: 'undone'; seat: number; events: number }
  | { type: 'said'; seat: number; text?: string; phrase?: string }
  | { type: 'chat_set'; chat: ChatRule }
  | { type: 'rematched'; table: string }
  | { type: 'started'; first: number; orientations: number[] }
  | { type: 'ended'; winners: number[]; reason: string; points: number[] | null; seed: string }
  | { type: 'closed'; why: 'owner' | 'resigned' | 'idle'; seed: string }
  | { type: 'went_away'; seat: number; why: 'time' | 'gone' }
  | { type: 'came_back' | 'resigned' | 'resumed' | 'stood'; seat: number }
  | { type: 'asked'; seat: number; what: 'undo' | 'pause' }
  | { type: 'answered'; seat: number; yes: boolean }
  | { type: 'sat'; seat: number; name: string }
  | { type: 'bot_sat'; seat: number; level: string }
  | { type: 'created' | 'mixed' | 'paused' };

export interface Entry {
  number: number;
  at: number;
  events: Happening[];
}

export interface Update {
  type: 'update';
  table: string;
  time: number;
  entries: Entry[];
  stage: Stage;
  position?: Position | null;
  clock?: ClockView | null;
  seats?: SeatView[];
  ask?: AskView | null;
  game?: GameView;
  fairness?: Fairness;
  you?: number[];
  done?: string;
}

export interface Reason {
  code: string;
  rule: string;
  sentence: string;
  cell?: Cell;
  other?: Cell;
  seat?: number;
  disc?: number;
  count?: number;
}

export interface Refused {
  type: 'refused';
  code: string;
  sentence: string;
  id?: string;
  table?: string;
  why?: Reason;
}

export interface Explained {
  type: 'explained';
  table: string;
  legal: boolean;
  reasons: Reason[];
  id?: string;
}

/** A choice and what it is worth to whoever asked. */
export interface Weighed {
  action: PlayerAction;
  /** The chance to win after it. */
  chance?: number;
}

export interface Hint {
  type: 'hint';
  table: string;
  seat: number;
  /** The position it is about. */
  events: number;
  action: PlayerAction;
  /** What was thought about most first. */
  choices: Weighed[];
  id?: string;
}

export type ServerMessage =
  | {
      type: 'welcome';
      protocol: number;
      time: number;
      token: string;
      language: Language;
      new?: boolean;
      id?: string;
    }
  | { type: 'pong'; time: number; id?: string }
  | { type: 'table'; time: number; view: TableView; id?: string }
  | Update
  | { type: 'done'; id?: string; table?: string; number?: number }
  | Refused
  | Explained
  | Hint
  | { type: 'presence'; table: string; here: boolean[]; spectators: number }
  | { type: 'bye'; code: string; sentence: string; retry?: number | null };

/** Messages that change a table: remembered by their id, sent again after a lost connection. */
export type TableMessage =
  | { type: 'sit'; table: string; seat: number; name: string; nonce?: string }
  | { type: 'mix'; table: string; seat: number; nonce: string }
  | { type: 'stand' | 'resume' | 'back' | 'resign'; table: string; seat: number }
  | { type: 'seat_bot'; table: string; seat: number; level: string }
  | { type: 'act'; table: string; seat: number; action: PlayerAction; at?: number }
  | { type: 'ask'; table: string; seat: number; what: 'undo' | 'pause' }
  | { type: 'answer'; table: string; seat: number; yes: boolean }
  | { type: 'say'; table: string; seat: number; text?: string; phrase?: string }
  | { type: 'set_chat'; table: string; chat: ChatRule }
  | { type: 'start' | 'rematch' | 'close'; table: string };

export type ClientMessage =
  | { type: 'hello'; token?: string; language: Language }
  | { type: 'ping' }
  | { type: 'join'; table: string; since?: number }
  | { type: 'leave' | 'look'; table: string }
  | { type: 'explain'; table: string; action: PlayerAction }
  | { type: 'hint'; table: string; seat: number }
  | TableMessage;
