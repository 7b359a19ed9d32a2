import { expect, it } from 'vitest';
import { packMemory, release, unpackMemory } from '../../src/local/memory';

const PAGE = 65536;
const HEAD = 128;
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** What Pyodide makes: a head, then some pages with something in the first and in the last. */
function made(): Uint8Array<ArrayBuffer> {
  const one = new Uint8Array(HEAD + 5 * PAGE);
  new Uint32Array(one.buffer)[1] = HEAD;
  one[HEAD + 3] = 7;
  one[one.length - 1] = 9;
  return one;
}

/** A response of a browser that cannot read into a given room. */
class Whole extends Response {
  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new ReadableStream();
  }
}

for (const [how, Kind] of [
  ['bit by bit', Response],
  ['at once', Whole],
] as const) {
  it(`keeps a memory without its empty pages, and reads it ${how}`, async () => {
    const packed = packMemory(made());
    expect(packed.size).toBeLessThan(2.5 * PAGE);
    const kept = await unpackMemory(new Kind(await bytesOf(packed)));
    expect(kept.head).toEqual(made().subarray(0, HEAD));
    expect(kept.length).toBe(5 * PAGE);
    // What the new one has where nothing was is wiped out.
    const memory = new Uint8Array(kept.length);
    memory[3 * PAGE] = memory[4] = 1;
    await kept.lay(memory);
    expect(memory).toEqual(made().slice(HEAD));
  });

  it(`notices a memory that was cut off, or is none, read ${how}`, async () => {
    const packed = await bytesOf(packMemory(made()));
    const cut = await unpackMemory(new Kind(packed.slice(0, -1)));
    await expect(cut.lay(new Uint8Array(cut.length))).rejects.toThrow('cut off');
    for (const nonsense of [packed.slice(0, 5), new Uint8Array(0), new Uint8Array(PAGE).fill(65)])
      await expect(unpackMemory(new Kind(nonsense))).rejects.toThrow();
  });
}

it('gives memory back', () => {
  const one = made();
  release(one.buffer);
  expect(one.length).toBe(0);
});
