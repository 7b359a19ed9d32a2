/**
 * QR codes of short texts (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10.
 *
 * The modules of a code are rows of booleans, true is dark.
 */

/** By version: error correction bytes of a block, and the data bytes of each block. */
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: the middles of the alignment patterns. */
const ALIGN = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number) => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** The error correction bytes of a block: what is left of a division of polynomials. */
function correction(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, k) => (next[k + 1] = next[k + 1]! ^ times(factor, EXP[i]!)));
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    divisor.forEach((factor, k) => (rest[i + k] = rest[i + k]! ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

/** All bytes of a code, in the order in which they are laid. */
function codewords(bytes: readonly number[], version: number): number[] {
  const [count, sizes] = BLOCKS[version - 1]!;
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const wide = version > 9 ? 16 : 8;
  let bits = '0100' + bytes.length.toString(2).padStart(wide, '0');
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  bits += '0000'.slice(0, room * 8 - bits.length);
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const data = bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const blocks: number[][] = [];
  for (let i = 0, start = 0; i < sizes.length; start += sizes[i++]!)
    blocks.push(data.slice(start, start + sizes[i]!));
  const checks = blocks.map((block) => correction(block, count));
  const woven = (rows: number[][]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) =>
      rows.map((row) => row[i]).filter((byte) => byte !== undefined),
    ).flat();
  return [...woven(blocks), ...woven(checks)];
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Bits of the format or the version with their check bits. */
function checked(value: number, generator: number, length: number): number {
  let rest = value << length;
  const top = generator.toString(2).length;
  for (let i = rest.toString(2).length; i >= top; i = rest.toString(2).length)
    rest ^= generator << (i - top);
  return (value << length) | rest;
}

/** How hard a code is to read: the lower the better. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let total = 0;
  const columns = grid.map((_, x) => grid.map((row) => row[x]!));
  for (const line of [...grid, ...columns]) {
    let run = 0;
    line.forEach((dark, i) => {
      run = i && dark === line[i - 1] ? run + 1 : 1;
      if (run === 5) total += 3;
      else if (run > 5) total++;
    });
    const text = line.map((dark) => (dark ? '1' : '0')).join('');
    for (const sign of ['10111010000', '00001011101'])
      for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) total += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const dark = grid[y]![x]!;
      if (dark === grid[y - 1]![x] && dark === grid[y]![x - 1] && dark === grid[y - 1]![x - 1])
        total += 3;
    }
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return total + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

export function qr(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    1 +
    BLOCKS.findIndex(
      ([, sizes], i) =>
        sizes.reduce((sum, size) => sum + size, 0) >= bytes.length + (i > 8 ? 3 : 2),
    );
  if (!version) throw new Error(`too long for a QR code: ${bytes.length} bytes`);
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    grid[y]![x] = dark;
    fixed[y]![x] = true;
  };

  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const far = Math.max(Math.abs(x), Math.abs(y));
        set(cx + x, cy + y, far !== 2 && far !== 4);
      }
  const middles = ALIGN[version - 1]!;
  const end = middles.length - 1;
  middles.forEach((cx, i) =>
    middles.forEach((cy, k) => {
      if ((i === 0 && k === 0) || (i === 0 && k === end) || (i === end && k === 0)) return;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(cx + x, cy + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }),
  );
  const format = (mask: number) => {
    const bits = checked(mask, 0x537, 10) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 15; i++) {
      if (i < 6) set(8, i, bit(i));
      else if (i < 8) set(8, i + 1, bit(i));
      else if (i === 8) set(7, 8, bit(i));
      else set(14 - i, 8, bit(i));
      if (i < 8) set(size - 1 - i, 8, bit(i));
      else set(8, size - 15 + i, bit(i));
    }
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >> i) & 1) === 1);
      set(b, a, ((bits >> i) & 1) === 1);
    }
  }

  const words = codewords(bytes, version);
  let index = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - i : i;
        if (fixed[y]![x] || index >= words.length * 8) continue;
        grid[y]![x] = ((words[index >> 3]! >> (7 - (index & 7))) & 1) === 1;
        index++;
      }
  }

  const flip = (mask: number) => {
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++)
        if (!fixed[y]![x] && MASKS[mask]!(x, y)) grid[y]![x] = !grid[y]![x];
  };
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    flip(mask);
    format(mask);
    const now = penalty(grid);
    if (now < least) [best, least] = [mask, now];
    flip(mask);
  }
  flip(best);
  format(best);
  return grid;
}
