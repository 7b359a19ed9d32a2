/** The parts of the engine: fetched once, unpacked here, and kept on the device. */

/** A file of the engine: its name follows its content. */
export interface Part {
  file: string;
  /** As it is fetched, in bytes. */
  bytes: number;
}

/** With vectors, or for browsers that have none. */
export type Kind = 'simd' | 'plain';

/** What the build has written of an engine. */
export interface Manifest {
  /** Which Python it is, as its loader wants to be told. */
  python: Record<string, string>;
  parts: Record<
    'core' | 'loader' | 'python' | 'library' | 'taupes' | `${'kernel' | 'thinker'}-${Kind}`,
    Part
  >;
  /** What bots judge by on boards they were trained on, by the names of sets and numbers of players. */
  weights: Record<string, Part>;
}

/** Where the engine's files are kept, beside those of the page. */
export const KEPT = 'taupes-engine';

/** Milliseconds between two words on how far a download is. */
const PAUSE = 100;

/** A small module that only a processor of vectors takes: one function that makes a vector. */
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

/** Whether the browser has vectors; without them the bots think half as fast. */
export const hasVectors = (): boolean => WebAssembly.validate(new Uint8Array(VECTORS));

/** How much an engine with all its weights is to fetch for this browser, in bytes. */
export async function sizeOf(engine: string): Promise<number> {
  const { parts, weights } = (await (await fetch(engine)).json()) as Manifest;
  const other = hasVectors() ? '-plain' : '-simd';
  const all = Object.entries({ ...parts, ...weights });
  const fitting = all.filter(([name]) => !name.endsWith(other));
  return fitting.reduce((sum, [, { bytes }]) => sum + bytes, 0);
}

/** Reads from the device what was kept, else from where the page came from. */
export class Source {
  private readonly cache: Promise<Cache | null>;
  private readonly storing: Promise<unknown>[] = [];
  private got = 0;
  private all = 0;
  /** When that was last told. */
  private told = -Infinity;

  constructor(
    private readonly folder: string,
    private readonly keep: boolean,
    private readonly progress: (got: number, all: number) => void,
  ) {
    // Without a secure connection there is no such store: then every visit fetches anew.
    this.cache = 'caches' in self ? caches.open(KEPT).catch(() => null) : Promise.resolve(null);
  }

  /** How much there will be to fetch. */
  expect(bytes: number): void {
    this.all += bytes;
  }

  /** What was kept under a name. */
  async kept(address: string): Promise<Response | undefined> {
    return (await this.cache)?.match(this.placeOf(address));
  }

  /** Keep something that was made here. */
  put(address: string, content: Blob): void {
    // A full store keeps nothing, and the next visit makes it again.
    const storing = this.cache.then((cache) => cache?.put(address, new Response(content)));
    this.storing.push(storing.catch(() => undefined));
  }

  async forget(address: string): Promise<void> {
    await (await this.cache)?.delete(address);
  }

  /** A file as it lies there; what is fetched is kept if that was wished. */
  async fetch(address: string): Promise<Response> {
    return (await this.kept(address)) ?? this.fetchAnew(this.placeOf(address));
  }

  /** A part, unpacked as it comes. What lies here already is not worth a word. */
  async unpack({ file, bytes }: Part, type = 'application/octet-stream'): Promise<Response> {
    const kept = await this.kept(file);
    if (kept) this.got += bytes;
    const packed = kept
      ? kept.body!
      : (await this.fetchAnew(this.placeOf(file))).body!.pipeThrough(this.counter());
    const plain = packed.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair);
    return new Response(plain, { headers: { 'Content-Type': type } });
  }

  private placeOf(file: string): string {
    return new URL(file, this.folder).href;
  }

  private async fetchAnew(url: string): Promise<Response> {
    const fresh = await fetch(url);
    if (!fresh.ok) throw new Error(`${url}: ${fresh.status}`);
    const cache = await this.cache;
    // A full store keeps nothing, and the next visit fetches again.
    if (this.keep && cache) this.storing.push(cache.put(url, fresh.clone()).catch(() => undefined));
    return fresh;
  }

  /** Lets pieces through, and tells now and then how many have come. */
  private counter(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    return new TransformStream({
      transform: (piece, control) => {
        this.got += piece.byteLength;
        const now = performance.now();
        if (now - this.told > PAUSE || this.got === this.all) {
          this.told = now;
          this.progress(this.got, this.all);
        }
        control.enqueue(piece);
      },
    });
  }

  /** Fetch something only to keep it. */
  async store(address: string): Promise<void> {
    const { body } = await this.fetch(address);
    await body?.pipeThrough(this.counter()).pipeTo(new WritableStream());
  }

  /** Wait until all that was fetched is stored; forget what another version has kept. */
  async settle(names: ReadonlySet<string>): Promise<void> {
    const cache = await this.cache;
    await Promise.all(this.storing);
    for (const request of (await cache?.keys()) ?? [])
      if (!names.has(request.url)) await cache?.delete(request);
  }
}

/** Files packed one after another: a line of JSON says how long each is. */
export function filesOf(pack: Uint8Array): Map<string, Uint8Array> {
  const end = pack.indexOf(10);
  const lengths = JSON.parse(new TextDecoder().decode(pack.subarray(0, end))) as Record<
    string,
    number
  >;
  let at = end + 1;
  return new Map(
    Object.entries(lengths).map(([name, length]) => [name, pack.subarray(at, (at += length))]),
  );
}
