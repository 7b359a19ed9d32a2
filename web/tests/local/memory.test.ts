import { expect, it } from 'vitest';
import { packMemory, release, unpackMemory } from '../../src/local/memory';

const PAGE = 65536;
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** A memory of some pages and a half, with something in the first and in the last. */
function memory(): Uint8Array<ArrayBuffer> {
  const one = new Uint8Array(5.5 * PAGE);
  one[3] = 7;
  one[one.length - 1] = 9;
  return one;
}

it('keeps a memory without its empty pages', async () => {
  const packed = await bytesOf(packMemory(memory()));
  expect(packed.length).toBeLessThan(2 * PAGE);
  expect(unpackMemory(packed)).toEqual(memory());
});

it('keeps an empty memory', async () => {
  const packed = await bytesOf(packMemory(new Uint8Array(2 * PAGE)));
  expect(unpackMemory(packed)).toEqual(new Uint8Array(2 * PAGE));
});

it('notices a memory that was cut off, or is none', async () => {
  const packed = await bytesOf(packMemory(memory()));
  expect(() => unpackMemory(packed.subarray(0, packed.length - 1))).toThrow('cut off');
  expect(() => unpackMemory(packed.subarray(0, 5))).toThrow();
  expect(() => unpackMemory(new Uint8Array(0))).toThrow();
});

it('gives memory back', () => {
  const one = memory();
  release(one.buffer);
  expect(one.length).toBe(0);
});
