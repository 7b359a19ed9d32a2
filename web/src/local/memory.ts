/**
 * The memory of a Python that has just started, as it is kept: a head that Pyodide writes, then the
 * pages of its memory in which there is anything. Those in which nothing is are never touched, and so
 * take no room in the next one either.
 */

const PAGE = 65536;
/** Where Pyodide says how long its head is, among the words of it. */
const HEAD = 1;

/** What is written of a memory that is kept. */
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
  pages: [at: number, page: Uint8Array][];
}

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
  const index: Index = { head, length: memory.length, used };
  // Copies, so that what was given can be released: a browser holds on to what a blob was made of.
  const pages = used.map((at) => memory.slice(at, at + PAGE));
  return new Blob([`${JSON.stringify(index)}\n`, made.slice(0, head), ...pages]);
}

/** A memory out of what was packed; an error if that is not what it is. */
export function unpackMemory(packed: Uint8Array<ArrayBuffer>): Kept {
  const end = packed.indexOf(10);
  const { head, length, used } = JSON.parse(
    new TextDecoder().decode(packed.subarray(0, end)),
  ) as Index;
  let from = end + 1;
  const take = (size: number) => {
    const bytes = packed.subarray(from, (from += size));
    if (bytes.length !== size) throw new Error('a memory that was cut off');
    return bytes;
  };
  const first = take(head).slice();
  return { head: first, length, pages: used.map((at) => [at, take(Math.min(PAGE, length - at))]) };
}

/** Lay a kept memory into one that has just begun. */
export function layMemory({ pages }: Kept, memory: Uint8Array): void {
  const kept = new Map(pages);
  for (let at = 0; at < memory.length; at += PAGE) {
    const page = memory.subarray(at, at + PAGE);
    const wanted = kept.get(at);
    if (wanted) page.set(wanted);
    else if (isUsed(page)) page.fill(0);
  }
}

/** Give memory back now: a worker that makes little else of it would let it pile up. */
export const release = (buffer: ArrayBuffer & { transfer?(length: number): unknown }): void =>
  void buffer.transfer?.(0);
