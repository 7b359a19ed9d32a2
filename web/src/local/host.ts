/** This device as a keeper of tables: starts the worker when it is first wanted, and again when it has died. */

import { isMetered } from '../device/line';
import type { Keeper, Line } from '../protocol/keeper';
import { type Lack, lack } from './ability';
import type { Answered, FromWorker, ToWorker } from './talk';

type Reason = Lack | 'broken';

/** How far the engine is: not wanted yet, on its way, there; or it cannot be had, and why. */
export type Progress =
  | { stage: 'idle' | 'starting' | 'ready' }
  | { stage: 'loading'; got: number; all: number }
  | { stage: 'failed'; reason: Reason };

interface Waiting {
  resolve: (answered: Answered) => void;
  reject: (error: Error) => void;
}

/** Why there is no engine. */
class NoEngine extends Error {
  constructor(
    readonly reason: Reason,
    detail: string = reason,
  ) {
    super(detail);
  }
}

async function makeWorker(): Promise<Worker> {
  const missing = await lack();
  if (missing) throw new NoEngine(missing);
  try {
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch (error) {
    throw new NoEngine('old', String(error));
  }
}

/** What an error of the worker means: one without a word is a script that the browser could not even read. */
function errorOf({ message }: ErrorEvent): NoEngine {
  return new NoEngine(!message || message.includes('SyntaxError') ? 'old' : 'broken', message);
}

export class Host implements Keeper {
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private hasDied = false;
  private count = 0;
  private readonly lines = new Map<number, Line>();
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly engine: string,
    private readonly tell: (progress: Progress) => void,
  ) {}

  connect(): Line {
    const number = ++this.count;
    const line: Line = {
      send: (text) => this.post({ type: 'say', line: number, text }),
      close: () => {
        this.lines.delete(number);
        this.post({ type: 'close', line: number });
      },
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    this.lines.set(number, line);
    this.start().then(
      () => {
        if (this.lines.get(number) !== line) return;
        this.post({ type: 'open', line: number });
        line.onopen?.();
      },
      () => this.drop(number),
    );
    return line;
  }

  async request(path: string, wish: RequestInit): Promise<Response> {
    await this.start();
    const id = ++this.count;
    const { status, media, name, body } = await new Promise<Answered>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({
        type: 'ask',
        id,
        asked: {
          method: wish.method ?? 'GET',
          path,
          headers: wish.headers as Record<string, string>,
          body: new TextEncoder().encode((wish.body as string | undefined) ?? ''),
        },
      });
    });
    const headers = {
      'Content-Type': media,
      ...(name ? { 'Content-Disposition': `attachment; filename="${name}"` } : {}),
    };
    return new Response(body, { status, headers });
  }

  /** Fetch and start the engine, unless it is there. */
  start(): Promise<void> {
    this.ready ??= this.begin();
    return this.ready;
  }

  /** Fetch the engine for another day, without waking it; `tell` hears how far it is. */
  async fetchOnly(tell: (progress: Progress) => void): Promise<void> {
    let worker: Worker | null = null;
    try {
      const one = (worker = await makeWorker());
      await new Promise<void>((resolve, reject) => {
        one.onerror = (event) => reject(errorOf(event));
        one.onmessage = ({ data }: MessageEvent<FromWorker>) => {
          if (data.type === 'progress') tell({ stage: 'loading', got: data.got, all: data.all });
          else if (data.type === 'ready') resolve();
          else reject(new NoEngine('broken'));
        };
        one.postMessage({ type: 'keep', engine: this.engine } satisfies ToWorker);
      });
      tell({ stage: 'idle' });
    } catch (error) {
      tell({ stage: 'failed', reason: (error as NoEngine).reason });
      throw error;
    } finally {
      worker?.terminate();
    }
  }

  private async begin(): Promise<void> {
    this.tell({ stage: 'starting' });
    const fail = (error: NoEngine) => {
      this.die(error);
      throw error;
    };
    const worker = (this.worker = await makeWorker().catch(fail));
    await new Promise<void>((resolve, reject) => {
      worker.onerror = (event) => reject(errorOf(event));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'progress') this.tell({ stage: 'loading', got: data.got, all: data.all });
        else if (data.type === 'ready') resolve();
        else if (data.type === 'failed') reject(new NoEngine('broken', data.reason));
      };
      const { engine, hasDied: afresh } = this;
      const spare = isMetered();
      worker.postMessage({ type: 'start', engine, keep: true, spare, afresh } satisfies ToWorker);
    }).catch(fail);
    worker.onerror = (event) => this.die(errorOf(event));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.tell({ stage: 'ready' });
  }

  private receive(message: FromWorker): void {
    if (message.type === 'said') this.lines.get(message.line)?.onmessage?.({ data: message.text });
    else if (message.type === 'answered') this.take(message.id)?.resolve(message.answered);
    else if (message.type === 'failed' && message.id !== undefined)
      this.take(message.id)?.reject(new Error(message.reason));
    else if (message.type === 'failed') this.die(new NoEngine('broken', message.reason));
  }

  private take(id: number): Waiting | undefined {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    return one;
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** The worker is gone. All that was shown is stored: whoever asks again gets a new one. */
  private die(why: NoEngine): void {
    console.warn(why.message);
    this.worker?.terminate();
    this.worker = this.ready = null;
    this.hasDied = true;
    this.tell({ stage: 'failed', reason: why.reason });
    for (const one of this.waiting.values()) one.reject(why);
    this.waiting.clear();
    for (const number of [...this.lines.keys()]) this.drop(number);
  }

  private drop(number: number): void {
    const line = this.lines.get(number);
    this.lines.delete(number);
    line?.onclose?.();
  }
}
