/** Records over HTTP: kept ones, replaying, trying, checking, analysing (docs/server.md). */

import type { GameRecord, RecordAction } from '../board/record';
import type { Analysis } from '../board/luck';
import type { Cell } from '../board/hex';
import { language } from '../messages/index.svelte';
import { guest } from './guest';
import { ServerError, ask, asGuest, reach, refusalOf } from './http';
import type { Phase, Reason } from './protocol';

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

export interface Replayed {
  positions: PlainPosition[];
  legal: RecordAction[];
}

/** The answer to a try: what came of it, or the rule against it. */
export type Tried =
  | { ok: true; record: GameRecord; position: PlainPosition; legal: RecordAction[]; why: null }
  | { ok: false; record: null; position: null; legal: RecordAction[]; why: Reason };

export interface RecordLine {
  record: string;
  created: number;
  boards: string;
  players: { name: string; team: string }[];
  events: number;
  result: { winners: number[]; reason: string } | null;
}

export interface RecordVerdict {
  ok: boolean;
  error: string | null;
  event: number | null;
  /** Null: the record has no proof. */
  fair: boolean | null;
  proof: string | null;
}

/** Milliseconds until a busy server is asked again. */
const BUSY = 3000;

export const records = {
  async mine(): Promise<RecordLine[]> {
    return guest() ? ask<RecordLine[]>('/api/records?limit=100') : [];
  },
  /** A record; of a table still in play, the game so far. */
  async get(id: string): Promise<GameRecord> {
    const name = encodeURIComponent(id);
    try {
      return await ask<GameRecord>(`/api/records/${name}`);
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 404) throw error;
      return ask<GameRecord>(`/api/tables/${name}/record`);
    }
  },
  /** Keep a record, JSON or notation; gives back its id. */
  async upload(text: string): Promise<string> {
    await asGuest();
    const response = await reach('/api/records', {
      method: 'POST',
      headers: { Authorization: `Bearer ${guest()}` },
      body: text,
    });
    if (!response.ok) throw await refusalOf(response);
    return ((await response.json()) as { record: string }).record;
  },
  remove: (id: string) =>
    ask<unknown>(`/api/records/${encodeURIComponent(id)}`, undefined, 'DELETE'),
  replay: (record: GameRecord) => ask<Replayed>('/api/replay', { record }),
  attempt: (record: GameRecord, action: RecordAction) =>
    ask<Tried>('/api/try', { record, action, language: language() }),
  check: (record: GameRecord) => ask<RecordVerdict>('/api/records/check', record),
  /** What a game was worth, turn by turn; waits while the server weighs another one. */
  async analyse(record: GameRecord, wanted: () => boolean): Promise<Analysis | null> {
    while (wanted())
      try {
        return await ask<Analysis>('/api/analyse', { record });
      } catch (error) {
        if (!(error instanceof ServerError) || error.status !== 503) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY));
      }
    return null;
  },
};
