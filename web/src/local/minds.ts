/**
 * Who thinks for the keeper. Bots do in its own Python, and the search of those who look far ahead is done by
 * thinkers. What takes many seconds, a whole game weighed, has a worker with a Python of its own while it lasts.
 */

import type { FromWorker, ToWorker } from './talk';
import type { Thinkers } from './thinkers';

/** Seconds that a bot thinks if nobody has said how long. */
const SECONDS = 1;

/** Thinking in the keeper's own Python. */
export interface Own {
  /** See that those who judge the game that is asked about have what they judge by. */
  prepare(asked: Uint8Array): Promise<void>;
  think(question: Uint8Array, seconds?: number): Uint8Array;
  /** What so many thinkers are to be asked; nothing where thinking longer would not help. */
  divide(question: Uint8Array, thinkers: number): Uint8Array<ArrayBuffer>[];
  conclude(question: Uint8Array, answers: Uint8Array[]): Uint8Array;
  compute(job: string, data: Uint8Array): Uint8Array;
}

export class Minds {
  constructor(
    private readonly hire: () => Worker,
    private readonly engine: string,
    private readonly own: Own,
    private readonly thinkers: Thinkers,
  ) {}

  async think(question: Uint8Array, seconds = SECONDS): Promise<Uint8Array> {
    await this.own.prepare(question);
    try {
      const requests = this.own.divide(question, this.thinkers.count);
      const answers = requests.length ? await this.thinkers.answer(requests, seconds) : [];
      if (answers.length) return this.own.conclude(question, answers);
    } catch (error) {
      // Slower, and nothing is lost.
      console.warn(String(error));
    }
    return this.own.think(question, seconds);
  }

  async compute(job: string, data: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.send(job, data);
    } catch {
      await this.own.prepare(data);
      return this.own.compute(job, data);
    }
  }

  /** Have a worker do something, and let it go: its Python takes much memory. */
  private async send(job: string, data: Uint8Array): Promise<Uint8Array> {
    const worker = this.hire();
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data: said }: MessageEvent<FromWorker>) => {
          if (said.type === 'computed') resolve(said.reply);
          else if (said.type === 'failed') reject(new Error(said.reason));
        };
        const { engine } = this;
        worker.postMessage({ type: 'compute', engine, job, data } satisfies ToWorker);
      });
    } finally {
      worker.terminate();
    }
  }
}
