/** Everything that is asked over HTTP (docs/server.md). */

import type { PlainBoardSet } from '../board/stack';
import type { Clock, Language, SeatView, SeatWish, Setup, Stage, TableView } from './protocol';
import { guest, keepGuest } from './guest';
import { noteReach } from './reach.svelte';

/** What the server says when it will not. */
export class ServerError extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

let language: Language = 'en';

/** The language in which the server answers. */
export function speak(wanted: Language): void {
  language = wanted;
}

/** Fetch in the page's language, and note whether the server was there. */
export async function reach(
  path: string,
  wish: RequestInit & { headers?: Record<string, string> },
): Promise<Response> {
  try {
    const headers = { 'Accept-Language': language, ...wish.headers };
    const response = await fetch(path, { ...wish, headers });
    noteReach(true);
    return response;
  } catch (error) {
    noteReach(false);
    throw error;
  }
}

/** One request; a guest is made if there is none yet and one is needed. */
export async function ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
  const token = guest();
  const response = await reach(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await refusalOf(response);
  const type = response.headers.get('Content-Type') ?? '';
  return (type.includes('json') ? await response.json() : await response.text()) as T;
}

/** What the server says when it will not, as an error. */
export async function refusalOf(response: Response): Promise<ServerError> {
  const content = (await response.json().catch(() => ({}))) as { code?: string; sentence?: string };
  const { code = String(response.status), sentence = '' } = content;
  return new ServerError(code, sentence, response.status);
}

export async function asGuest(): Promise<void> {
  if (!guest()) keepGuest((await ask<{ token: string }>('/api/guests', {})).token);
}

export interface Level {
  name: string;
  /** Its name in the language asked for. */
  title?: string;
  description?: string;
}

type Value = string | number | boolean;

/** Presets and options of the rules, in the page's language. */
export interface RulesInfo {
  default: string;
  presets: {
    name: string;
    source: string;
    about: string;
    rules: Record<string, Record<string, Value>>;
  }[];
  options: {
    name: string;
    about: string;
    values: { value: Value; about: string; source: string }[];
  }[];
}

export interface ServerInfo {
  version: string;
  /** The ready phrases of the chat, by code. */
  phrases: string[];
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
}

/** What hardly changes is asked for once. */
const known = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const asked = known.get(path) ?? ask<T>(path);
  known.set(path, asked);
  asked.catch(() => known.delete(path));
  return asked as Promise<T>;
}

export const http = {
  bots: () => once<Level[]>(`/api/bots?language=${language}`),
  rules: () => once<RulesInfo>(`/api/rules?language=${language}`),
  boards: () => once<PlainBoardSet[]>('/api/boards'),
  server: () => once<ServerInfo>('/api/server'),
  async createTable(setup: Setup, seats: SeatWish[], start = false): Promise<TableView> {
    await asGuest();
    return ask<TableView>('/api/tables', { setup, seats, start });
  },
  lobby: (stage: 'open' | 'playing') => ask<TableLine[]>(`/api/tables?stage=${stage}&limit=50`),
  async mine(): Promise<TableLine[]> {
    return guest() ? ask<TableLine[]>('/api/me/tables') : [];
  },
};
