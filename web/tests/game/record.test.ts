import { describe, expect, it } from 'vitest';
import {
  boardStarts,
  choicesOf,
  drawable,
  landmarksOf,
  recordText,
  sameEvent,
  stopAt,
  stopsOf,
  upto,
} from '../../src/game/record';
import { golden } from '../golden';

const record = golden('special-taken');

describe('a record', () => {
  it('is never stopped at between a move and what follows from it', () => {
    expect(record.events[6]).toEqual({ type: 'lift', level: 0 });
    const stops = stopsOf(record.events);
    expect(stops).not.toContain(6);
    expect(stops).toContain(7);
    expect(stops.at(0)).toBe(0);
    expect(stops.at(-1)).toBe(record.events.length);
    expect(stops[stopAt(stops, 6)]).toBe(5);
    expect(stops[stopAt(stops, 7)]).toBe(7);
    expect(stopAt(stops, 999)).toBe(stops.length - 1);
    expect(stopAt(stops, -1)).toBe(0);
  });

  it('knows its great moments and where its boards begin', () => {
    expect(landmarksOf(record).map((one) => [one.kind, one.events])).toEqual([
      ['placed', 2],
      ['home', 4],
      ['lift', 7],
      ['end', 15],
    ]);
    expect(boardStarts(record)).toEqual([0, 7]);
    expect(landmarksOf(golden('elimination')).some((one) => one.kind === 'out')).toBe(true);
  });

  it('is cut without its end and its proof', () => {
    const part = upto({ ...record, fairness: { seed: 'x' } }, 4);
    expect(part.events).toHaveLength(4);
    expect(part.result).toBeNull();
    expect('fairness' in part).toBe(false);
    expect(record.result).not.toBeNull();
  });

  it('gives what may be done in the words of a table', () => {
    expect(
      choicesOf(
        [
          { type: 'move', from: [0, 0], to: [1, 0] },
          { type: 'move', from: [0, 0], to: [0, 1] },
          { type: 'move', from: [2, 0], to: [1, 0] },
        ],
        [],
      ),
    ).toEqual([
      {
        type: 'move',
        from: [0, 0],
        to: [
          [1, 0],
          [0, 1],
        ],
      },
      { type: 'move', from: [2, 0], to: [[1, 0]] },
    ]);
    const draws = [{ type: 'pass' } as const, { type: 'draw', disc: 1 } as const];
    expect(choicesOf(draws, [2, null, null, 1, null, null])).toEqual([
      { type: 'turn', slots: [1, 2, 4, 5] },
      { type: 'pass' },
    ]);
    expect(drawable(draws)).toEqual([1]);
  });

  it('is compared without the slots of its discs', () => {
    const one = { type: 'draw', player: 0, disc: 2 } as const;
    expect(sameEvent(one, { ...one, slot: 4 })).toBe(true);
    expect(sameEvent(one, { ...one, disc: 3 })).toBe(false);
    expect(sameEvent(one, undefined)).toBe(false);
  });

  it('is read with remarks in front of it', () => {
    expect(recordText('# a remark\n# another\ntaupes 1\n# inside')).toBe('taupes 1\n# inside');
    expect(recordText('\uFEFF  {"format": 1}')).toBe('{"format": 1}');
  });
});
