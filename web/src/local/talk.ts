/** What the page and its worker say to each other. */

import type { Change } from './change';
import type { Wish } from './python';

export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

export interface Answered {
  status: number;
  media: string;
  name: string;
  body: Uint8Array<ArrayBuffer>;
}

/** To the worker: begin, or only keep what that takes, or do one thing; then lines and questions by number. */
export type ToWorker =
  | ({ type: 'start' } & Wish)
  | { type: 'keep'; engine: string }
  | { type: 'open'; line: number }
  | { type: 'close'; line: number }
  | { type: 'say'; line: number; text: string }
  | { type: 'ask'; id: number; asked: Asked }
  | { type: 'compute'; engine: string; job: string; data: Uint8Array };

/** From the worker. A failure with an id is of one question, without one of the worker. */
export type FromWorker =
  | { type: 'progress'; got: number; all: number }
  | { type: 'ready' }
  | { type: 'said'; line: number; text: string }
  | { type: 'answered'; id: number; answered: Answered }
  | { type: 'computed'; reply: Uint8Array }
  | { type: 'failed'; id?: number; reason: string };

/** To a thinker: its module, then what to search, one after another, by what has changed since. */
export type ToThinker =
  | { type: 'begin'; module: WebAssembly.Module }
  | { type: 'think'; change: Change; seconds: number };

/** From a thinker: an answer, or that there is none. */
export type FromThinker = Uint8Array | null;
