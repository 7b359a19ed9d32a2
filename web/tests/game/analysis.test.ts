import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bestMoves,
  costliest,
  graphLine,
  luckiest,
  measureOf,
  notesOf,
  points,
  turnAt,
  turningPoints,
  valuesAt,
} from '../../src/game/analysis';
import type { Analysis, GameRecord } from '../../src/protocol/record';
import { records } from '../../src/wire/records';

const analysis: Analysis = {
  positions: [
    { event: 0, values: [0.5, 0.5], error: 0.1 },
    { event: 4, values: [0.75, 0.25], error: 0 },
    { event: 10, values: [1, 0], error: 0.2 },
  ],
  turns: [
    {
      event: 4,
      seat: 0,
      luck: 0.2,
      loss: 0.3,
      level: 0,
      slip: 'other',
      best: { type: 'blocked' },
      chances: [
        [{ type: 'move', from: [0, 0], to: [1, 0] }, 0.4],
        [{ type: 'move', from: [0, 0], to: [0, 1] }, 0.7],
      ],
    },
  ],
  luck: [0.2, -0.2],
  skill: [-0.3, 0],
};

describe('the analysis', () => {
  it('says what was lucky and what was wrong', () => {
    const turn = analysis.turns[0]!;
    const most = measureOf(analysis);
    expect(most).toEqual({ luck: 0.2, loss: 0.3 });
    expect(notesOf(turn, most)).toEqual(['lucky', 'mistake']);
    expect(notesOf({ ...turn, luck: -0.11, loss: 0.08 }, most)).toEqual(['unlucky', 'inaccuracy']);
    expect(notesOf({ ...turn, luck: 0.01, loss: 0 }, most)).toEqual([]);
  });

  it('marks the choices of an even game too, and none where there was nothing to choose', () => {
    const turn = { ...analysis.turns[0]!, luck: 0, loss: 0.004 };
    expect(notesOf(turn, measureOf({ ...analysis, turns: [turn] }))).toEqual(['mistake']);
    const calm = { ...turn, loss: 0 };
    expect(notesOf(calm, measureOf({ ...analysis, turns: [calm] }))).toEqual([]);
  });

  it('names the three costliest choices of each, however small', () => {
    const [turn] = analysis.turns;
    const at = (event: number, seat: number, loss: number) => ({ ...turn!, event, seat, loss });
    const turns = [at(0, 0, 0.001), at(1, 1, 0.5), at(2, 0, 0.003), at(3, 0, 0), at(4, 0, 0.002)];
    const events = (seat: number, most?: number) =>
      costliest({ ...analysis, turns }, seat, most).map(({ event }) => event);
    expect(events(0)).toEqual([2, 4, 0]);
    expect(events(0, 1)).toEqual([2]);
    expect(events(1)).toEqual([1]);
  });

  it('names the moments that changed most, in their order', () => {
    const [turn] = analysis.turns;
    const at = (event: number, luck: number, loss: number) => ({ ...turn!, event, luck, loss });
    const turns = [at(0, 0.05, 0), at(3, -0.4, 0), at(4, 0, 0.3), at(9, 0.2, 0), at(10, 0, 0)];
    const found = turningPoints({ ...analysis, turns });
    expect(found.map(({ event, kind }) => [event, kind])).toEqual([
      [3, 'unlucky'],
      [4, 'mistake'],
      [9, 'lucky'],
    ]);
    expect([found[0]!.before, found[0]!.after]).toEqual([0.5, 0.75]);
  });

  it('says of a choice what it cost, and leaves out what nobody would see', () => {
    const [turn] = analysis.turns;
    const turns = [
      { ...turn!, luck: 0, loss: 0.25 },
      { ...turn!, event: 6, luck: 0, loss: 0.004 },
    ];
    const found = turningPoints({ ...analysis, turns });
    expect(found.map(({ event, before, after }) => [event, before, after])).toEqual([
      [4, 0.75, 0.5],
    ]);
  });

  it('says whom the discs helped, if they did', () => {
    expect(luckiest(analysis)).toEqual({ most: 0, least: 1 });
    expect(luckiest({ ...analysis, luck: [0.01, -0.01] })).toBeNull();
  });

  it('has the best moves first', () => {
    expect(bestMoves(turnAt(analysis, 4)).map(([, value]) => value)).toEqual([0.7, 0.4]);
    expect(bestMoves(turnAt(analysis, 4), 1)).toHaveLength(1);
    expect(bestMoves(turnAt(analysis, 5))).toEqual([]);
  });

  it('holds until the next position', () => {
    expect(valuesAt(analysis, 0)!.values).toEqual([0.5, 0.5]);
    expect(valuesAt(analysis, 9)!.values).toEqual([0.75, 0.25]);
    expect(valuesAt({ ...analysis, positions: [] }, 3)).toBeNull();
  });

  it('is a line with a band that stays inside', () => {
    expect(graphLine(analysis, 0, 10, 100, 40)).toEqual({
      line: 'M0 20L40 10L100 0',
      band: 'M0 16L40 10L100 0L100 8L40 10L0 24z',
    });
    expect(graphLine({ ...analysis, positions: [] }, 0, 10, 100, 40).line).toBe('');
    expect(points(0.615)).toBe(62);
  });
});

describe('asking for it', () => {
  const answer = (status: number, body: unknown) =>
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(JSON.stringify(body), {
          status,
          headers: { 'Content-Type': 'application/json' },
        }),
      ),
    );
  beforeEach(() =>
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined }),
  );
  afterEach(() => vi.unstubAllGlobals());
  const record = {} as GameRecord;

  const wanted = () => true;

  it('gives what the server found', async () => {
    answer(200, analysis);
    expect(await records.analyse(record, wanted)).toEqual(analysis);
  });

  it('waits while the server weighs another game', async () => {
    vi.useFakeTimers();
    answer(503, { code: 'try_again', sentence: 'Later.' });
    const asked = records.analyse(record, wanted);
    await vi.advanceTimersByTimeAsync(10_000);
    answer(200, analysis);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await asked).toEqual(analysis);
    vi.useRealTimers();
  });

  it('is given up by who no longer looks', async () => {
    expect(await records.analyse(record, () => false)).toBeNull();
  });

  it('says when something else is wrong', async () => {
    answer(422, { code: 'bad_record', sentence: 'Not a record.' });
    await expect(records.analyse(record, wanted)).rejects.toThrow('Not a record.');
  });
});
