/** This device as a keeper of tables: starts the worker when it is first wanted, and again when it has died. */

import type { Keeper, Line } from '../protocol/keeper';
import type { Answered, FromWorker, ToWorker } from './talk';

/** How far the engine is: not wanted yet, on its way, there; or it cannot be had, and why. */
export type Progress =
  | { stage: 'idle' | 'starting' | 'ready' }
  | { stage: 'loading'; got: number; all: number }
  | { stage: 'failed'; reason: 'old' | 'broken' };

interface Waiting {
  resolve: (answered: Answered) => void;
  reject: (error: Error) => void;
}

/** One life of the worker. */
interface Life {
  worker: Worker;
  ready: Promise<void>;
}

const makeWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

export class Host implements Keeper {
  private life: Life | null = null;
  private hasDied = false;
  private count = 0;
  private readonly lines = new Map<number, Line>();
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly engine: string,
    /** Whether what was fetched may stay on the device. */
    private readonly keep: () => boolean,
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
    this.life ??= this.begin();
    return this.life.ready;
  }

  /** Fetch the engine for another day, without waking it. */
  async fetchOnly(): Promise<void> {
    const worker = makeWorker();
    try {
      await new Promise<void>((resolve, reject) => {
        worker.onerror = () => reject(new Error('no worker'));
        worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
          data.type === 'ready' ? resolve() : reject(new Error(data.type));
        worker.postMessage({ type: 'keep', engine: this.engine } satisfies ToWorker);
      });
    } finally {
      worker.terminate();
    }
  }

  private begin(): Life {
    const worker = makeWorker();
    const ready = new Promise<void>((resolve, reject) => {
      this.tell({ stage: 'starting' });
      worker.onerror = (event) => {
        // An error without a word is a script that this browser could not even read.
        this.die(worker, event.message ? 'broken' : 'old');
        reject(new Error(event.message));
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'progress') this.tell({ stage: 'loading', got: data.got, all: data.all });
        else if (data.type === 'ready') {
          this.tell({ stage: 'ready' });
          resolve();
        } else if (data.type === 'failed' && data.id === undefined) {
          console.warn(data.reason);
          this.die(worker, 'broken');
          reject(new Error(data.reason));
        } else this.receive(data);
      };
    });
    const { engine, hasDied: afresh } = this;
    worker.postMessage({ type: 'start', engine, keep: this.keep(), afresh } satisfies ToWorker);
    return { worker, ready };
  }

  private receive(message: FromWorker): void {
    if (message.type === 'said') this.lines.get(message.line)?.onmessage?.({ data: message.text });
    else if (message.type === 'answered') this.take(message.id)?.resolve(message.answered);
    else if (message.type === 'failed') this.take(message.id!)?.reject(new Error(message.reason));
  }

  private take(id: number): Waiting | undefined {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    return one;
  }

  private post(message: ToWorker): void {
    this.life?.worker.postMessage(message);
  }

  /** The worker is gone. All that was shown is stored: whoever asks again gets a new one. */
  private die(worker: Worker, reason: 'old' | 'broken'): void {
    worker.terminate();
    if (this.life?.worker !== worker) return;
    this.life = null;
    this.hasDied = true;
    this.tell({ stage: 'failed', reason });
    for (const one of this.waiting.values()) one.reject(new Error(reason));
    this.waiting.clear();
    for (const number of [...this.lines.keys()]) this.drop(number);
  }

  private drop(number: number): void {
    const line = this.lines.get(number);
    this.lines.delete(number);
    line?.onclose?.();
  }
}
