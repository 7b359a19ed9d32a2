/** The few colours of a picture with many: the boxes of the median cut, and the nearest for any colour. */

/** Colours as bytes of red, green, blue, one after the other. */
export type Colours = Uint8Array;

/** Five bits of red, six of green, five of blue. */
const BINS = 65536;
const binOf = (r: number, g: number, b: number) => ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);

interface Box {
  bins: Uint16Array;
  /** How much there is of it, with its range. */
  weight: number;
}

/** Collects what is seen in pictures, and picks the colours that show it best. */
export class Sampler {
  private readonly counts = new Float64Array(BINS);
  private readonly sums = new Float64Array(BINS * 3);

  /** Add a picture: bytes of red, green, blue and opacity. */
  add(pixels: Uint8ClampedArray): void {
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3]! < 255) continue;
      const bin = binOf(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!);
      this.counts[bin]!++;
      for (let part = 0; part < 3; part++) this.sums[bin * 3 + part]! += pixels[i + part]!;
    }
  }

  /** At most so many colours. */
  pick(most: number): Colours {
    const all = Uint16Array.from(
      Array.from({ length: BINS }, (_, i) => i).filter((bin) => this.counts[bin]! > 0),
    );
    const boxes: Box[] = all.length ? [this.box(all)] : [];
    while (boxes.length < most) {
      const widest = boxes.reduce(
        (best, one) => (one.weight > best.weight ? one : best),
        boxes[0]!,
      );
      if (!widest || widest.bins.length < 2) break;
      boxes.splice(boxes.indexOf(widest), 1, ...this.split(widest));
    }
    return Uint8Array.from(boxes.flatMap((box) => this.mean(box)));
  }

  private level(bin: number, part: number): number {
    return this.sums[bin * 3 + part]! / this.counts[bin]!;
  }

  private range({ bins }: Pick<Box, 'bins'>, part: number): number {
    let [low, high] = [255, 0];
    for (const bin of bins) {
      low = Math.min(low, this.level(bin, part));
      high = Math.max(high, this.level(bin, part));
    }
    return high - low;
  }

  /** A box weighs what it would gain by being split: large areas of many shades the most. */
  private box(bins: Uint16Array): Box {
    const count = bins.reduce((sum, bin) => sum + this.counts[bin]!, 0);
    const widest = Math.max(...[0, 1, 2].map((part) => this.range({ bins }, part)));
    return { bins, weight: bins.length < 2 ? 0 : Math.sqrt(count) * widest * widest };
  }

  private split(box: Box): [Box, Box] {
    const ranges = [0, 1, 2].map((part) => this.range(box, part));
    const part = ranges.indexOf(Math.max(...ranges));
    const sorted = box.bins.toSorted((a, b) => this.level(a, part) - this.level(b, part));
    const middle = (this.level(sorted[0]!, part) + this.level(sorted.at(-1)!, part)) / 2;
    const cut = sorted.findIndex((bin) => this.level(bin, part) > middle);
    const at = Math.min(Math.max(cut, 1), sorted.length - 1);
    return [this.box(sorted.slice(0, at)), this.box(sorted.slice(at))];
  }

  private mean({ bins }: Box): number[] {
    const count = bins.reduce((sum, bin) => sum + this.counts[bin]!, 0);
    return [0, 1, 2].map((part) =>
      Math.round(bins.reduce((sum, bin) => sum + this.sums[bin * 3 + part]!, 0) / count),
    );
  }
}

/** Finds the nearest of some colours; each question is answered once. */
export class Matcher {
  private readonly known = new Int16Array(BINS).fill(-1);

  constructor(private readonly colours: Colours) {}

  nearest(r: number, g: number, b: number): number {
    const bin = binOf(r, g, b);
    const known = this.known[bin]!;
    if (known >= 0) return known;
    let [best, least] = [0, Infinity];
    for (let i = 0; i * 3 < this.colours.length; i++) {
      const dr = r - this.colours[i * 3]!;
      const dg = g - this.colours[i * 3 + 1]!;
      const db = b - this.colours[i * 3 + 2]!;
      // The eye sees green best.
      const away = 2 * dr * dr + 4 * dg * dg + 3 * db * db;
      if (away < least) [best, least] = [i, away];
    }
    return (this.known[bin] = best);
  }
}
