import { describe, expect, it } from 'vitest';
import { compress, Gif } from '../../src/clip/gif';

/** What a reader makes of packed bytes. */
function unpack(packed: Uint8Array): number[] {
  const found: number[] = [];
  let table: number[][] = [];
  let [at, size] = [0, 9];
  let last: number[] | null = null;
  const next = () => {
    let code = 0;
    for (let i = 0; i < size; i++, at++) code |= ((packed[at >> 3]! >> (at & 7)) & 1) << i;
    return code;
  };
  for (;;) {
    const code = next();
    if (code === 257) return found;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      [size, last] = [9, null];
      continue;
    }
    const now: number[] = table[code] ?? [...last!, last![0]!];
    if (last && table.length < 4096) table.push([...last, now[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    found.push(...now);
    last = now;
  }
}

const random = (seed: number) => () =>
  (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

describe('a GIF', () => {
  it.each([
    ['one byte', Uint8Array.of(7)],
    ['many equal ones', new Uint8Array(70_000).fill(255)],
    ['noise that fills the table many times', new Uint8Array(60_000).map(() => 0)],
  ])('packs %s so that a reader gets them back', (name, bytes) => {
    const draw = random(4);
    const given = name.startsWith('noise') ? bytes.map(() => Math.floor(draw() * 256)) : bytes;
    expect(unpack(compress(given))).toEqual([...given]);
  });

  it.each(Array.from({ length: 40 }, (_, i) => 250 + i))('packs %d bytes', (length) => {
    const draw = random(length);
    const bytes = new Uint8Array(length).map(() => Math.floor(draw() * 3));
    expect(unpack(compress(bytes))).toEqual([...bytes]);
  });

  const paint = (...colours: number[]) =>
    Uint8ClampedArray.from(colours.flatMap((one) => [one, one, one, 255]));

  it('shows a picture that does not change longer, and stores only what does', async () => {
    const gif = new Gif(2, 2, Uint8Array.of(0, 0, 0, 255, 255, 255));
    gif.add(paint(0, 0, 0, 0), 100);
    gif.add(paint(0, 0, 0, 0), 50);
    expect(gif.count).toBe(1);
    gif.add(paint(0, 0, 255, 0), 33);
    gif.add(paint(0, 0, 0, 0), 33);
    expect(gif.count).toBe(3);
    const bytes = new Uint8Array(await gif.finish().arrayBuffer());
    expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe('GIF89a');
    expect(bytes.at(-1)).toBe(0x3b);
    expect(gif.size).toBe(bytes.length);
    const frames = [...bytes.keys()].filter(
      (i) => bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 8] === 0x2c,
    );
    const times = frames.map((i) => bytes[i + 4]! + 256 * bytes[i + 5]!);
    // Times are hundredths: what one rounds off the next makes up for.
    expect(times).toEqual([15, 3, 4]);
    expect([...bytes.subarray(frames[1]! + 9, frames[1]! + 17)]).toEqual([0, 0, 1, 0, 1, 0, 1, 0]);
  });
});
