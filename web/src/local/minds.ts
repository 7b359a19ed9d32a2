/** Who thinks for the keeper: a worker of its own, or the keeper's where a browser gives no second one. */

import type { FromWorker, ToWorker } from './talk';

/** Thinking in the keeper's own Python. */
export interface Own {
  think(question: Uint8Array, seconds?: number): Uint8Array;
  compute(job: string, data: Uint8Array): Uint8Array;
}

type Question = Extract<ToWorker, { id: number; type: 'think' | 'compute' }>;
/** A question without its number. */
type Unnumbered<Q> = Q extends Question ? Omit<Q, 'id'> : never;

interface Waiting {
  resolve: (reply: Uint8Array) => void;
  reject: (error: Error) => void;
}

export class Minds {
  private worker: Promise<Worker> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  constructor(
    private readonly script: string,
    private readonly engine: string,
    private readonly own: Own,
  ) {}

  think(question: Uint8Array, seconds?: number): Promise<Uint8Array> {
    return this.ask({ type: 'think', question, seconds });
  }

  compute(job: string, data: Uint8Array): Promise<Uint8Array> {
    return this.ask({ type: 'compute', job, data });
  }

  private async ask(question: Unnumbered<Question>): Promise<Uint8Array> {
    let worker: Worker;
    try {
      worker = await (this.worker ??= this.hire());
    } catch {
      // It stays as it is for this visit: slower, and nothing is lost.
      return question.type === 'think'
        ? this.own.think(question.question, question.seconds)
        : this.own.compute(question.job, question.data);
    }
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ ...question, id } satisfies ToWorker);
    });
  }

  private hire(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.script, { type: 'module', name: 'thinker' });
      const fail = (reason: string) => {
        worker.terminate();
        reject(new Error(reason));
        for (const one of this.waiting.values()) one.reject(new Error(reason));
        this.waiting.clear();
      };
      worker.onerror = (event) => fail(event.message);
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'ready') resolve(worker);
        else if (data.type === 'thought') this.take(data.id)?.resolve(data.reply);
        else if (data.type !== 'failed') return;
        else if (data.id === undefined) fail(data.reason);
        else this.take(data.id)?.reject(new Error(data.reason));
      };
      worker.postMessage({ type: 'start', engine: this.engine, keep: false } satisfies ToWorker);
    });
  }

  private take(id: number): Waiting | undefined {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    return one;
  }
}
