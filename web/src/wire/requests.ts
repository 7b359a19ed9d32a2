/** One request to the keeper of tables, and what it says when it will not. */

import { HAS_SERVER } from '../device/routes.svelte';
import type { Keeper } from '../protocol/keeper';
import type { Language } from '../protocol/language';
import { engineProgress, isEngineKept } from './engine.svelte';
import { guest, keepGuest } from './guest';
import { device, keeperFor } from './keeper';
import { noteReach } from './reachability.svelte';

/** What the keeper says when it will not. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** A file that was made, with the name it was given. */
export interface MadeFile {
  name: string;
  content: Blob;
}

let language: Language = 'en';

/** The language in which answers are wanted. */
export function speak(wanted: Language): void {
  language = wanted;
}

export const spoken = (): Language => language;

interface Wish {
  /** Sent as it is if it is text, else as JSON. */
  body?: unknown;
  method?: string;
}

/** What any keeper answers alike: this device does when the server cannot be reached. */
const ANYWHERE =
  /^\/api\/(analyse|boards|bots|companion|days|puzzles|records\/check|replay$|rules|try)/;

/** Ask in the page's language, as the guest that this device is; note whether anybody was there. */
async function respond(keeper: Keeper, path: string, { body, method }: Wish): Promise<Response> {
  const token = guest(keeper === device ? 'device' : 'server');
  const plain = body === undefined || typeof body === 'string';
  let response: Response;
  try {
    response = await keeper.request(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'Accept-Language': language,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(plain ? {} : { 'Content-Type': 'application/json' }),
      },
      body: plain ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (keeper === device) throw deviceError();
    noteReach(false);
    if (isEngineKept() && ANYWHERE.test(path)) return respond(device, path, { body, method });
    throw error;
  }
  if (keeper !== device) noteReach(true);
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** This device cannot keep tables: its browser is too old, or keeps nothing, or something has broken. */
function deviceError(): ServerError {
  const progress = engineProgress();
  const reason = progress.stage === 'failed' ? progress.reason : 'broken';
  return new ServerError(`device_${reason}`, '', 0);
}

async function refusalOf(response: Response): Promise<ServerError> {
  const content = (await response.json().catch(() => ({}))) as { code?: string; sentence?: string };
  const { code = String(response.status), sentence = '' } = content;
  return new ServerError(code, sentence, response.status);
}

/** What a route of one keeper answers; with a body it is a POST. */
export async function askOf<T>(
  keeper: Keeper,
  path: string,
  body?: unknown,
  method?: string,
): Promise<T> {
  const response = await respond(keeper, path, { body, method });
  const type = response.headers.get('Content-Type') ?? '';
  return (type.includes('json') ? await response.json() : await response.text()) as T;
}

/** What a route answers, at whoever keeps what it is about. */
export const ask = <T>(path: string, body?: unknown, method?: string): Promise<T> =>
  askOf<T>(keeperFor(path), path, body, method);

/** The file that a route answers with. */
export async function askForFile(path: string, body?: unknown): Promise<MadeFile> {
  const response = await respond(keeperFor(path), path, { body });
  const header = response.headers.get('Content-Disposition') ?? '';
  return { name: /filename="([^"]+)"/.exec(header)?.[1] ?? '', content: await response.blob() };
}

/** What hardly changes is asked for once. */
const known = new Map<string, Promise<unknown>>();

export function askOnce<T>(path: string): Promise<T> {
  const asked = known.get(path) ?? ask<T>(path);
  known.set(path, asked);
  asked.catch(() => known.delete(path));
  return asked as Promise<T>;
}

/** Be somebody: whoever creates or keeps something needs a token. */
export async function asGuest(): Promise<void> {
  if (HAS_SERVER && !guest()) keepGuest((await ask<{ token: string }>('/api/guests', {})).token);
}
