/** What bots judge by where they were trained: fetched when it is first wanted, kept like the rest of the engine. */

import type { Part, Source } from './parts';

/** Milliseconds that a bot waits for weights before it thinks with those for any boards. */
const PATIENCE = 20_000;

export class Weights {
  private readonly brought = new Map<string, Promise<void>>();

  /** `lay` puts a file where bots look for it. */
  constructor(
    private readonly source: Source,
    private readonly parts: Record<string, Part>,
    private readonly lay: (name: string, data: Uint8Array) => void,
  ) {}

  /** See that weights are there, if there are any of that name; what cannot be had is asked for once. */
  bring(name: string | undefined): Promise<void> {
    const part = name === undefined ? undefined : this.parts[name];
    if (name === undefined || !part) return Promise.resolve();
    let bringing = this.brought.get(name);
    if (!bringing) {
      bringing = this.fetch(name, part).catch((error: unknown) => console.warn(String(error)));
      this.brought.set(name, bringing);
    }
    return bringing;
  }

  /** Fetch all of them for another day. */
  async keepAll(): Promise<void> {
    for (const { file } of Object.values(this.parts))
      if (!(await this.source.kept(file))) await this.source.store(file);
  }

  private async fetch(name: string, part: Part): Promise<void> {
    const unpacked = this.source.unpack(part).then((found) => found.arrayBuffer());
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`${name} did not come`)), PATIENCE);
    });
    this.lay(name, new Uint8Array(await Promise.race([unpacked, late])));
  }
}
