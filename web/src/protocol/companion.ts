/** What is asked about a real table, and answered (docs/server.md). */

import type { Cell, GameEvent, Phase, PlainBoardSet } from './game';
import type { Language } from './language';
import type { Reason, Weighed } from './messages';
import type { RecordAction } from './record';

/** A position as it is seen on a real table. */
export interface Seen {
  level: number;
  turn: number;
  /** By seat. */
  moles: Cell[][];
  /** By seat, the values still face down. */
  discs: number[][];
  /** The disc turned and not yet used, or 0. */
  disc: number;
  /** It is about the extra disc of a special cell. */
  is_extra: boolean;
}

export interface CompanionWish {
  position: Seen;
  names: string[];
  boards: string | PlainBoardSet;
  orientations: number[];
  preset: string;
  language: Language;
  /** May I? */
  action?: RecordAction;
  /** What should I? */
  hint?: boolean;
}

export interface Ruling {
  legal: boolean;
  reasons: Reason[];
  /** What happens, lifts and all. */
  events: GameEvent[];
  /** Null if it is forbidden, or the game is over. */
  after: Seen | null;
  result: { winners: number[]; reason: string } | null;
}

export interface Counsel {
  /** Why no game leads to this position. */
  problems: Reason[];
  phase: Phase | null;
  legal: RecordAction[];
  ruling?: Ruling | null;
  hint?: { action: Weighed['action']; choices: Weighed[] } | null;
}
