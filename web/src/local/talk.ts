/** What the page and its worker say to each other. */

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

/** To the worker: begin, or only keep what that takes; then lines and questions by number. */
export type ToWorker =
  | { type: 'start'; engine: string; keep: boolean }
  | { type: 'keep'; engine: string }
  | { type: 'open'; line: number }
  | { type: 'close'; line: number }
  | { type: 'say'; line: number; text: string }
  | { type: 'ask'; id: number; asked: Asked }
  | { type: 'think'; id: number; question: Uint8Array; seconds?: number }
  | { type: 'compute'; id: number; job: string; data: Uint8Array };

/** From the worker. A failure with an id is of one question, without one of the worker. */
export type FromWorker =
  | { type: 'progress'; got: number; all: number }
  | { type: 'ready' }
  | { type: 'said'; line: number; text: string }
  | { type: 'answered'; id: number; answered: Answered }
  | { type: 'thought'; id: number; reply: Uint8Array }
  | { type: 'failed'; id?: number; reason: string };
