import { expect, it } from 'vitest';
import { changed, changeOf } from '../../src/local/change';

const bytes = (length: number, ...set: [number, number][]) => {
  const one = new Uint8Array(length);
  for (const [at, value] of set) one[at] = value;
  return one;
};

it('tells the whole to whoever has nothing, or something of another length', () => {
  const next = bytes(1000, [5, 1], [999, 2]);
  for (const last of [null, bytes(999), bytes(0)])
    expect(changed(last, changeOf(last, next))).toEqual(next);
});

it('tells no more than what has changed', () => {
  const last = bytes(100_000, [7, 1]);
  const next = bytes(100_000, [7, 1], [50_000, 3], [99_999, 4]);
  const change = changeOf(last, next);
  expect(change.pieces.map(([, piece]) => piece.length).reduce((a, b) => a + b)).toBeLessThan(600);
  // Each piece is by itself: a view would be sent with all that it is a part of.
  for (const [, piece] of change.pieces) expect(piece.buffer.byteLength).toBe(piece.length);
  expect(changed(last, change)).toEqual(next);
  expect(changed(last, change)).toBe(last);
});

it('has nothing to tell when nothing has changed', () => {
  expect(changeOf(bytes(300), bytes(300)).pieces).toEqual([]);
});
