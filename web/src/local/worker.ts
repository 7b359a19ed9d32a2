/**
 * The worker that keeps this device's tables. It hosts Python with the same table, bots and records as a
 * server, and speaks for it. Another one of its kind comes for what takes long, and goes.
 */

import { Leads } from './leads';
import { Minds } from './minds';
import { keepEngine, startPython, type Wish } from './python';
import { Shelf } from './shelf';
import { Thinkers } from './thinkers';
import type { Weights } from './weights';
import type { Answered, Asked, FromWorker, ToWorker } from './talk';

/** What tabs tell each other: which table has a new entry, or is gone. */
const NEWS = 'taupes-tables';

/** As much of a worker as is needed: its own types contradict those of the page. */
interface Scope {
  location: Location;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}
const scope = self as unknown as Scope;

/** Something of Python's that has to be let go. */
interface Held {
  destroy(): void;
}
/** Bytes of Python's. */
interface PythonBytes extends Held {
  toJs(): Uint8Array<ArrayBuffer>;
}
interface PythonAnswer extends Held {
  status: number;
  media: string;
  name?: string;
  body: PythonBytes;
}
/** A Python line to a table. */
interface PythonLine extends Held {
  receive(text: string): void;
  close(): void;
}
interface PythonKeeper {
  connect(send: (text: string) => void): PythonLine;
  request(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Uint8Array,
  ): Promise<PythonAnswer>;
  changed(table: string): void;
  led(table: string, leads: boolean): void;
}
/** The door that `taupes.browser.page` is. */
interface Page {
  start(shelf: Shelf, minds: Minds, leads: Leads): Promise<PythonKeeper>;
  weights(asked: Uint8Array): string | undefined;
  think(question: Uint8Array, seconds?: number): PythonBytes;
  divide(question: Uint8Array, thinkers: number): Uint8Array<ArrayBuffer>[];
  conclude(question: Uint8Array, answers: Uint8Array[]): PythonBytes;
  compute(job: string, data: Uint8Array): PythonBytes;
}

/** Bytes of Python's, taken over. */
function taken(bytes: PythonBytes): Uint8Array<ArrayBuffer> {
  const copy = bytes.toJs();
  bytes.destroy();
  return copy;
}

/** What a page of Python's thinks, in this worker. */
const thoughts = (page: Page, weights: Weights) => ({
  prepare: (asked: Uint8Array) => weights.bring(page.weights(asked)),
  think: (question: Uint8Array, seconds?: number) => taken(page.think(question, seconds)),
  divide: (question: Uint8Array, thinkers: number) => page.divide(question, thinkers),
  conclude: (question: Uint8Array, answers: Uint8Array[]) =>
    taken(page.conclude(question, answers)),
  compute: (job: string, data: Uint8Array) => taken(page.compute(job, data)),
});

const tellProgress = (got: number, all: number) =>
  scope.postMessage({ type: 'progress', got, all });

/** Python, by its door; what is thought there; and what thinkers need. */
async function load(wish: Wish) {
  const { door, thinker, weights } = await startPython(wish, tellProgress);
  const page = door as Page;
  return { page, own: thoughts(page, weights), thinker, weights };
}

/** The one who keeps tables, once Python is there. */
class Host {
  private readonly lines = new Map<number, PythonLine>();

  constructor(
    private readonly keeper: PythonKeeper,
    news: BroadcastChannel,
  ) {
    news.onmessage = ({ data }: MessageEvent<string>) => keeper.changed(data);
  }

  open(line: number): void {
    const send = (text: string) => scope.postMessage({ type: 'said', line, text });
    this.lines.set(line, this.keeper.connect(send));
  }

  say(line: number, text: string): void {
    this.lines.get(line)?.receive(text);
  }

  close(line: number): void {
    const one = this.lines.get(line);
    one?.close();
    one?.destroy();
    this.lines.delete(line);
  }

  async answer({ method, path, headers, body }: Asked): Promise<Answered> {
    const answer = await this.keeper.request(method, path, headers, body);
    const { status, media, name = '' } = answer;
    const said = taken(answer.body);
    answer.destroy();
    return { status, media, name, body: said };
  }
}

const hireThinker = () => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });

async function start(wish: Wish): Promise<void> {
  const { page, own, thinker, weights } = await load(wish);
  const news = new BroadcastChannel(NEWS);
  const shelf = new Shelf((table) => news.postMessage(table));
  const hire = () => new Worker(scope.location.href, { type: 'module' });
  const minds = new Minds(hire, wish.engine, own, new Thinkers(hireThinker, thinker));
  let keeper: PythonKeeper | null = null;
  // Told later than it was asked: whoever keeps the table has to have it first.
  const tell = (table: string, leads: boolean) => queueMicrotask(() => keeper?.led(table, leads));
  const leads = new Leads(navigator.locks, tell);
  keeper = await page.start(shelf, minds, leads);
  host = new Host(keeper, news);
  // For days without a network; what does not come now is fetched when it is wanted.
  if (wish.keep && !wish.spare) weights.keepAll().catch(() => undefined);
}

let host: Host | null = null;

async function receive(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    await start(message);
    scope.postMessage({ type: 'ready' });
  } else if (message.type === 'keep') {
    await keepEngine(message.engine, tellProgress);
    scope.postMessage({ type: 'ready' });
  } else if (message.type === 'open') host?.open(message.line);
  else if (message.type === 'say') host?.say(message.line, message.text);
  else if (message.type === 'close') host?.close(message.line);
  else if (message.type === 'ask') {
    const answered = await host!.answer(message.asked);
    scope.postMessage({ type: 'answered', id: message.id, answered });
  } else {
    const { engine, job, data } = message;
    const { own } = await load({ engine, keep: false, spare: true, afresh: false });
    await own.prepare(data);
    scope.postMessage({ type: 'computed', reply: own.compute(job, data) });
  }
}

scope.onmessage = ({ data }) => {
  receive(data).catch((error: unknown) => {
    const id = 'id' in data ? data.id : undefined;
    scope.postMessage({ type: 'failed', id, reason: String(error) });
  });
};
