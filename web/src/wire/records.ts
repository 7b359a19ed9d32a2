/** Records: kept ones, replaying, trying, checking, analysing. */

import { HAS_SERVER } from '../device/routes.svelte';
import { type Keeper, isOnDevice } from '../protocol/keeper';
import type {
  Analysis,
  GameRecord,
  RecordAction,
  RecordCheck,
  RecordLine,
  Replayed,
  Tried,
} from '../protocol/record';
import { guest } from './guest';
import { device, server } from './keeper';
import { type MadeFile, ServerError, asGuest, ask, askForFile, askOf, spoken } from './requests';
import { noteShelved, shelved } from './shelved';

/** Milliseconds until a busy keeper is asked again, and how often. */
const BUSY = 3000;
const TRIES = 60;

const pathOf = (id: string) => `/api/records/${encodeURIComponent(id)}`;

async function keepAt(keeper: Keeper, text: string): Promise<string> {
  if (keeper === server) await asGuest();
  const { record } = await askOf<{ record: string }>(keeper, '/api/records', text);
  if (isOnDevice(record)) noteShelved();
  return record;
}

export const records = {
  async mine(): Promise<RecordLine[]> {
    const here = (await shelved()).records;
    if (!HAS_SERVER || !guest()) return here;
    const there = ask<RecordLine[]>('/api/records?limit=100');
    // What lies here is shown whether or not the server can be reached.
    return here.length ? [...here, ...(await there.catch(() => []))] : there;
  },
  /** A record; of a table still in play, the game so far. */
  async get(id: string): Promise<GameRecord> {
    try {
      return await ask<GameRecord>(pathOf(id));
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 404) throw error;
      // Without such a table either, what is missing is still a record.
      return ask<GameRecord>(`/api/tables/${encodeURIComponent(id)}/record`).catch(
        (other: unknown) => {
          throw other instanceof ServerError && other.code === 'no_such_table' ? error : other;
        },
      );
    }
  },
  /** A record to take home. */
  file: (id: string, format: 'json' | 'notation'): Promise<MadeFile> =>
    askForFile(`${pathOf(id)}?format=${format}`),
  /** Keep a record, JSON or notation; gives back its id. */
  upload: (text: string): Promise<string> => keepAt(HAS_SERVER ? server : device, text),
  /** Keep it where it is not yet, on the server or on this device; gives back the copy's id. */
  async copy(id: string): Promise<string> {
    const { content } = await records.file(id, 'json');
    return keepAt(isOnDevice(id) ? server : device, await content.text());
  },
  /** Whether it is one's own, and one may delete it. */
  async isMine(id: string): Promise<boolean> {
    if (isOnDevice(id)) return true;
    if (!guest()) return false;
    return (await ask<RecordLine[]>(`/api/records?record=${encodeURIComponent(id)}`)).length > 0;
  },
  remove: (id: string) => ask<unknown>(pathOf(id), undefined, 'DELETE'),
  replay: (record: GameRecord) => ask<Replayed>('/api/replay', { record }),
  attempt: (record: GameRecord, action: RecordAction) =>
    ask<Tried>('/api/try', { record, action, language: spoken() }),
  check: (record: GameRecord) => ask<RecordCheck>('/api/records/check', record),
  /** What a game was worth, turn by turn; waits while another one is weighed. */
  async analyse(record: GameRecord, wanted: () => boolean): Promise<Analysis | null> {
    for (let tried = 1; wanted(); tried++)
      try {
        return await ask<Analysis>('/api/analyse', { record });
      } catch (error) {
        const busy = error instanceof ServerError && error.status === 503;
        if (!busy || tried === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, BUSY));
      }
    return null;
  },
};
