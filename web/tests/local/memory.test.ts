import { expect, it } from 'vitest';
import { layMemory, packMemory, release, unpackMemory } from '../../src/local/memory';

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

it('keeps a memory without its empty pages', async () => {
  const packed = await bytesOf(packMemory(made()));
  expect(packed.length).toBeLessThan(2.5 * PAGE);
  const kept = unpackMemory(packed);
  expect(kept.head).toEqual(made().subarray(0, HEAD));
  expect(kept.length).toBe(5 * PAGE);
  // What the new one has where nothing was is wiped out.
  const memory = new Uint8Array(kept.length);
  memory[3 * PAGE] = memory[4] = 1;
  layMemory(kept, memory);
  expect(memory).toEqual(made().slice(HEAD));
});

it('notices a memory that was cut off, or is none', async () => {
  const packed = await bytesOf(packMemory(made()));
  expect(() => unpackMemory(packed.subarray(0, packed.length - 1))).toThrow('cut off');
  expect(() => unpackMemory(packed.subarray(0, 5))).toThrow();
  expect(() => unpackMemory(new Uint8Array(0))).toThrow();
});

it('gives memory back', () => {
  const one = made();
  release(one.buffer);
  expect(one.length).toBe(0);
});
