/**
 * What has changed from one piece of bytes to the next. Requests to a thinker are large and nearly
 * alike: what is sent as it is stays in memory until the browser sees fit to collect it.
 */

/** Pieces by their places, in bytes of which there are so many. */
export interface Change {
  length: number;
  pieces: [at: number, bytes: Uint8Array<ArrayBuffer>][];
}

/** What is compared as one, in bytes. */
const BLOCK = 256;

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.every((byte, i) => byte === other[i]);

/** How to make `next` of `last`; of nothing, if their lengths differ. */
export function changeOf(last: Uint8Array | null, next: Uint8Array<ArrayBuffer>): Change {
  const { length } = next;
  if (last?.length !== length) return { length, pieces: [[0, next]] };
  const pieces: Change['pieces'] = [];
  for (let at = 0; at < length; at += BLOCK) {
    const block = next.subarray(at, at + BLOCK);
    if (!isSame(block, last.subarray(at, at + BLOCK))) pieces.push([at, block.slice()]);
  }
  return { length, pieces };
}

/** The bytes after a change; the same ones where they have room. */
export function changed(last: Uint8Array<ArrayBuffer> | null, { length, pieces }: Change) {
  const next = last?.length === length ? last : new Uint8Array(length);
  for (const [at, bytes] of pieces) next.set(bytes, at);
  return next;
}
