/** The memory of a Python that has just started, as it is kept: without the pages in which nothing is. */

const PAGE = 65536;

/** Whether there is anything in a page. */
const isUsed = (page: Uint8Array): boolean => page.some((byte) => byte !== 0);

/** How much there is, and at which pages something is, as a line of JSON; then those pages. */
export function packMemory(memory: Uint8Array<ArrayBuffer>): Blob {
  const used: number[] = [];
  for (let at = 0; at < memory.length; at += PAGE)
    if (isUsed(memory.subarray(at, at + PAGE))) used.push(at);
  const head = JSON.stringify({ length: memory.length, used });
  // Copies, so that what was given can be released: a browser holds on to what a blob was made of.
  const pages = used.map((at) => memory.slice(at, at + PAGE));
  return new Blob([`${head}\n`, ...pages]);
}

/** The memory that was packed; an error if that is not what it is. */
export function unpackMemory(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = packed.indexOf(10);
  const { length, used } = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as {
    length: number;
    used: number[];
  };
  const memory = new Uint8Array(length);
  let from = end + 1;
  for (const at of used) {
    const size = Math.min(PAGE, length - at);
    const page = packed.subarray(from, (from += size));
    if (page.length !== size) throw new Error('a memory that was cut off');
    memory.set(page, at);
  }
  return memory;
}

/** Give memory back now: a worker that makes little else of it would let it pile up. */
export const release = (buffer: ArrayBuffer & { transfer?(length: number): unknown }): void =>
  void buffer.transfer?.(0);
