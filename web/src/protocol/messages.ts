/** The messages of a connection, both ways (docs/protocol.md, protocol.schema.json). */

import type { Cell, PlayerAction, Position, Skill } from './game';
import type { Language } from './language';
import type {
  AskView,
  ChatRule,
  ClockView,
  Entry,
  FairnessView,
  GameView,
  SeatView,
  Stage,
  TableView,
} from './table';

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
  fairness?: FairnessView;
  you?: number[];
  owner?: boolean;
  done?: string;
}

/** What a rule says of an action, in the connection's language. */
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
  | { type: 'sit'; table: string; seat: number; name?: string; nonce?: string }
  | { type: 'mix'; table: string; seat: number; nonce: string }
  | { type: 'stand' | 'resume' | 'back' | 'resign'; table: string; seat: number }
  | { type: 'seat_bot'; table: string; seat: number; level: string; skill?: Skill }
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
