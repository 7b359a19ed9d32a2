/** The companion over HTTP (docs/server.md). */

import type { Seen } from '../board/desk';
import type { RecordAction } from '../board/record';
import type { PlainBoardSet } from '../board/stack';
import type { GameEvent } from '../board/story';
import { ask } from './http';
import type { Language, Phase, Reason, Weighed } from './protocol';

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

export const counselOn = (wish: CompanionWish) => ask<Counsel>('/api/companion', wish);
