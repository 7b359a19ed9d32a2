/** An animated GIF, picture by picture: only what changes is stored, what stays is shown on. */

import { type Colours, Matcher } from './palette';

/** The index for what stays as it was. */
const CLEAR = 255;
/** Colours that pictures can have. */
export const MOST_COLOURS = CLEAR;

/** Bytes before the first picture and after the last. */
const AROUND = 801;

interface Frame {
  /** Everything of it but how long it is shown. */
  body: Uint8Array;
  ms: number;
}

export class Gif {
  private readonly matcher: Matcher;
  private readonly frames: Frame[] = [];
  /** The picture as it stands, as indices. */
  private last: Uint8Array | null = null;
  private bytes = 0;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly colours: Colours,
  ) {
    this.matcher = new Matcher(colours);
  }

  /** How many pictures it has: equal ones are one that is shown longer. */
  get count(): number {
    return this.frames.length;
  }

  /** How large it is. */
  get size(): number {
    return AROUND + this.bytes;
  }

  /** Add a picture: bytes of red, green, blue and opacity. */
  add(pixels: Uint8ClampedArray, ms: number): void {
    const now = new Uint8Array(this.width * this.height);
    for (let i = 0, p = 0; i < now.length; i++, p += 4)
      now[i] = this.matcher.nearest(pixels[p]!, pixels[p + 1]!, pixels[p + 2]!);
    const area = this.last ? this.changed(this.last, now) : { ...this.whole };
    if (!area) {
      this.frames.at(-1)!.ms += ms;
      return;
    }
    const part = new Uint8Array(area.width * area.height);
    for (let y = 0, i = 0; y < area.height; y++)
      for (let x = 0; x < area.width; x++, i++) {
        const at = (area.top + y) * this.width + area.left + x;
        part[i] = this.last && this.last[at] === now[at] ? CLEAR : now[at]!;
      }
    const { left, top, width, height } = area;
    const head = [0x2c, ...[left, top, width, height].flatMap(short), 0, 8];
    const body = Uint8Array.from([...head, ...blocks(compress(part)), 0]);
    this.frames.push({ body, ms });
    this.bytes += body.length + 8;
    this.last = now;
  }

  finish(): Blob {
    const table = new Uint8Array(768);
    table.set(this.colours.subarray(0, 3 * MOST_COLOURS));
    const screen = [...short(this.width), ...short(this.height), 0xf7, 0, 0];
    // It is shown again and again.
    const loop = [0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    let late = 0;
    const frames = this.frames.flatMap(({ body, ms }) => {
      const hundredths = Math.max(2, Math.round((ms + late) / 10));
      late += ms - hundredths * 10;
      const control = [0x21, 0xf9, 4, 0b101, ...short(Math.min(hundredths, 65535)), CLEAR, 0];
      return [Uint8Array.from(control), body];
    });
    const head = Uint8Array.from([...letters('GIF89a'), ...screen, ...table, ...loop]);
    return new Blob([head, ...frames, Uint8Array.of(0x3b)] as BlobPart[], { type: 'image/gif' });
  }

  private get whole() {
    return { left: 0, top: 0, width: this.width, height: this.height };
  }

  /** The part of the picture that holds all changes; null if there are none. */
  private changed(last: Uint8Array, now: Uint8Array) {
    let [left, top, right, bottom] = [this.width, this.height, -1, -1];
    for (let y = 0, i = 0; y < this.height; y++)
      for (let x = 0; x < this.width; x++, i++)
        if (last[i] !== now[i]) {
          if (x < left) left = x;
          if (x > right) right = x;
          if (top > y) top = y;
          bottom = y;
        }
    return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}

const short = (value: number) => [value & 255, value >> 8];
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** Bytes in blocks that each say how long they are. */
function* blocks(bytes: Uint8Array): Generator<number> {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    yield block.length;
    yield* block;
  }
}

const START = 256;
const STOP = 257;
const MOST_CODES = 4096;

/** Bytes as GIF packs them (LZW, codes of nine to twelve bits). */
export function compress(pixels: Uint8Array): Uint8Array {
  const packed: number[] = [];
  let [bits, have, size] = [0, 0, 9];
  const put = (code: number) => {
    bits |= code << have;
    for (have += size; have >= 8; have -= 8) {
      packed.push(bits & 255);
      bits >>>= 8;
    }
  };
  /** A code and the byte after it, to the code of both. */
  let codes = new Map<number, number>();
  let next = STOP + 1;
  put(START);
  let prefix = pixels[0]!;
  for (let i = 1; i < pixels.length; i++) {
    const both = (prefix << 8) | pixels[i]!;
    const code = codes.get(both);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    prefix = pixels[i]!;
    if (next < MOST_CODES) {
      // The reader is one code behind: codes get longer when it needs them.
      if (next === 1 << size && size < 12) size++;
      codes.set(both, next++);
    } else {
      put(START);
      codes = new Map();
      [next, size] = [STOP + 1, 9];
    }
  }
  put(prefix);
  if (next === 1 << size && size < 12) size++;
  put(STOP);
  if (have > 0) packed.push(bits & 255);
  return Uint8Array.from(packed);
}
