/**
 * The memory of a Python that has just started, as it is kept: a head that Pyodide writes, then the
 * pages of its memory in which there is anything. Those in which nothing is are never touched, and so
 * take no room in the next one either.
 */

const PAGE = 65536;
/** Where Pyodide says how long its head is, among the words of it. */
const HEAD = 1;

/** What is written of a memory that is kept, after the number of bytes that this takes. */
interface Index {
  head: number;
  /** Bytes of the memory. */
  length: number;
  /** Where pages with something in them begin. */
  used: number[];
}

/** A memory that was kept. */
export interface Kept {
  head: Uint8Array<ArrayBuffer>;
  length: number;
  /** Lay its pages into a memory that has just begun. */
  lay(memory: Uint8Array): Promise<void>;
}

/** Bytes that are written into a place until it is full. */
type Fill = (place: Uint8Array) => Promise<void>;

/** Whether there is anything in a page. */
function isUsed(page: Uint8Array): boolean {
  const words = new Uint32Array(page.buffer, page.byteOffset, page.length / 4);
  for (let i = 0; i < words.length; i++) if (words[i]) return true;
  return false;
}

/** What Pyodide has made of its memory, packed. */
export function packMemory(made: Uint8Array<ArrayBuffer>): Blob {
  const head = new Uint32Array(made.buffer, made.byteOffset, 2)[HEAD]!;
  const memory = made.subarray(head);
  const used: number[] = [];
  for (let at = 0; at < memory.length; at += PAGE)
    if (isUsed(memory.subarray(at, at + PAGE))) used.push(at);
  const index = new TextEncoder().encode(
    JSON.stringify({ head, length: memory.length, used } satisfies Index),
  );
  // Copies, so that what was given can be released: a browser holds on to what a blob was made of.
  const pages = used.map((at) => memory.slice(at, at + PAGE));
  return new Blob([Uint32Array.of(index.length), index, made.slice(0, head), ...pages]);
}

/** A memory out of what was packed; an error if that is not what it is. */
export async function unpackMemory(packed: Response): Promise<Kept> {
  const fill = await fillOf(packed);
  const take = async (size: number) => {
    const bytes = new Uint8Array(size);
    await fill(bytes);
    return bytes;
  };
  const [size = 0] = new Uint32Array((await take(4)).buffer);
  if (size > PAGE) throw new Error('a memory without an index');
  const { head, length, used } = JSON.parse(new TextDecoder().decode(await take(size))) as Index;
  const lay = async (memory: Uint8Array) => {
    const kept = new Set(used);
    for (let at = 0; at < memory.length; at += PAGE) {
      const page = memory.subarray(at, at + PAGE);
      if (kept.has(at)) await fill(page);
      else if (isUsed(page)) page.fill(0);
    }
  };
  return { head: await take(head), length, lay };
}

/**
 * Reads through one small room, used again and again: what a browser reads at once lies in its memory
 * until it sees fit to collect it. Where a browser cannot, it is read at once.
 */
async function fillOf(packed: Response): Promise<Fill> {
  const reader = readerOf(packed.body!);
  let at = 0;
  let room = reader ? new ArrayBuffer(PAGE) : await packed.arrayBuffer();
  const read = async (most: number): Promise<Uint8Array> => {
    if (!reader) return new Uint8Array(room, at, Math.min(most, room.byteLength - at));
    const { value } = await reader.read(new Uint8Array(room, 0, Math.min(most, PAGE)));
    room = value?.buffer ?? room;
    return value ?? new Uint8Array(0);
  };
  return async (place) => {
    for (let from = 0; from < place.length;) {
      const bytes = await read(place.length - from);
      if (!bytes.length) throw new Error('a memory that was cut off');
      place.set(bytes, from);
      from += bytes.length;
      at += bytes.length;
    }
  };
}

function readerOf(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/** Give memory back now: a worker that makes little else of it would let it pile up. */
export const release = (buffer: ArrayBuffer & { transfer?(length: number): unknown }): void =>
  void buffer.transfer?.(0);
