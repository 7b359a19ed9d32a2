/** Small workers without Python, each on a core of its own: they search for the bots, and know no rules. */

import { changeOf } from './change';
import { release } from './memory';
import type { FromThinker, ToThinker } from './talk';

/** More cores than these would help little and take much memory. */
const MOST = 4;
/** Milliseconds that an answer may be late, its worker's start included, before it is done without. */
const GRACE = 2000;

interface Thinker {
  worker: Worker;
  /** What it was last asked. */
  request: Uint8Array<ArrayBuffer> | null;
  answer: ((answer: Uint8Array | null) => void) | null;
}

export class Thinkers {
  readonly count = Math.min(navigator.hardwareConcurrency || 1, MOST);
  private readonly team: (Thinker | null)[] = [];
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly hire: () => Worker,
    private readonly module: Promise<WebAssembly.Module>,
  ) {}

  /** What those answer who do in time; a thinker that has died or is stuck is replaced the next time. */
  answer(requests: readonly Uint8Array<ArrayBuffer>[], seconds: number): Promise<Uint8Array[]> {
    // One search after another: each has the cores for its whole time.
    const answers = this.before.then(() => this.askAll(requests, seconds));
    this.before = answers.catch(() => undefined);
    return answers;
  }

  private async askAll(
    requests: readonly Uint8Array<ArrayBuffer>[],
    seconds: number,
  ): Promise<Uint8Array[]> {
    const module = await this.module;
    const asked = requests.map((request, i) => {
      const thinker = (this.team[i] ??= this.make(i, module));
      return this.ask(i, thinker, request, seconds);
    });
    return (await Promise.all(asked)).filter((answer) => answer !== null);
  }

  private ask(
    i: number,
    thinker: Thinker,
    request: Uint8Array<ArrayBuffer>,
    seconds: number,
  ): Promise<Uint8Array | null> {
    const change = changeOf(thinker.request, request);
    if (thinker.request) release(thinker.request.buffer);
    thinker.request = request;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.dismiss(i, thinker), 1000 * seconds + GRACE);
      thinker.answer = (answer) => {
        clearTimeout(late);
        thinker.answer = null;
        resolve(answer);
      };
      thinker.worker.postMessage({ type: 'think', change, seconds } satisfies ToThinker);
    });
  }

  private make(i: number, module: WebAssembly.Module): Thinker {
    const thinker: Thinker = { worker: this.hire(), request: null, answer: null };
    thinker.worker.onerror = () => this.dismiss(i, thinker);
    thinker.worker.onmessage = ({ data }: MessageEvent<FromThinker>) => thinker.answer?.(data);
    thinker.worker.postMessage({ type: 'begin', module } satisfies ToThinker);
    return thinker;
  }

  private dismiss(i: number, thinker: Thinker): void {
    thinker.worker.terminate();
    if (this.team[i] === thinker) this.team[i] = null;
    thinker.answer?.(null);
  }
}
