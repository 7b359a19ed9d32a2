import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  averages,
  type Cost,
  ENOUGH,
  habitsOf,
  luckByBoard,
  mistakesOf,
  onlyPerson,
  retryOf,
  type Review,
  reviewOf,
  sameAction,
} from '../../src/game/review';
import type { Analysis, GameRecord, TurnAnalysis } from '../../src/protocol/record';

const record = JSON.parse(
  readFileSync(new URL('../../../tests/golden/preset-web.json', import.meta.url), 'utf8'),
) as GameRecord;
const moved = record.events.findIndex((event) => event.type === 'move');
const drawn = record.events.findIndex((event) => event.type === 'draw');

const turn = (values: Partial<TurnAnalysis>): TurnAnalysis => ({
  event: moved,
  seat: 0,
  luck: 0,
  loss: 0,
  level: 0,
  slip: null,
  best: null,
  chances: [],
  ...values,
});
const chances: TurnAnalysis['chances'] = [
  [{ type: 'pass' }, 0.3],
  [{ type: 'decline' }, 0.6],
];
const analysis: Analysis = {
  positions: [],
  turns: [
    turn({ event: 0, loss: 0.04, slip: 'placing', chances }),
    turn({ event: drawn, luck: 0.1 }),
    turn({ loss: 0.3, slip: 'greedy', level: 1, chances }),
    turn({ loss: 0.005, slip: 'other', level: 1, chances }),
    turn({ event: drawn, luck: -0.25, level: 2 }),
    turn({ seat: 1, loss: 0.9, slip: 'slow', chances }),
  ],
  luck: [-0.15, 0],
  skill: [-0.345, -0.9],
};

describe('a game looked back on', () => {
  it('tells luck from choices, by place and by kind', () => {
    const review = reviewOf(analysis, record, 0, 'g', 7);
    expect(review.luck).toBeCloseTo(-0.15);
    expect(review.lost).toBeCloseTo(0.345);
    expect(review.places.placing).toEqual({ lost: 0.04, slips: 1, choices: 1 });
    expect(review.places.clay).toMatchObject({ slips: 1, choices: 2 });
    expect(Object.keys(review.slips)).toEqual(['placing', 'greedy']);
    expect(review.discs).toEqual({ meadow: 0.1, sand: -0.25 });
    expect(luckByBoard(analysis, record, 0)).toEqual([
      { ground: 'meadow', luck: 0.1 },
      { ground: 'sand', luck: -0.25 },
    ]);
  });

  it('has the costliest choices of one seat as positions to try again', () => {
    const [worst, second, ...rest] = mistakesOf(analysis, record, 0, 'g');
    expect(rest).toEqual([]);
    expect([worst!.loss, second!.loss]).toEqual([0.3, 0.04]);
    expect(worst).toMatchObject({ place: 'clay', slip: 'greedy', event: moved });
    expect(worst!.choices[0]).toEqual({ choice: { type: 'decline' }, value: 0.6 });
    expect(mistakesOf(analysis, record, 0, 'g', 1)).toHaveLength(1);
    const retry = retryOf(worst!, record);
    expect(retry.id).toBe(`g.${moved}`);
    expect(retry.record.events).toHaveLength(moved);
    expect(retry.record.result).toBeNull();
    expect('fairness' in retry.record).toBe(false);
  });

  it('knows equal actions, whoever did them', () => {
    const move = { type: 'move', from: [0, 1], to: [0, 2] } as const;
    expect(sameAction({ ...move, from: [0, 1], to: [0, 2] }, { ...move, player: 1 } as never)).toBe(
      true,
    );
    expect(sameAction({ type: 'draw', disc: 2 }, { type: 'turn' } as never)).toBe(true);
    expect(sameAction({ type: 'pass' }, { type: 'draw', disc: 2 })).toBe(false);
    expect(sameAction({ type: 'pass' }, { type: 'decline' })).toBe(false);
  });

  it('is whose it is if there is one person', () => {
    const [one, other] = record.players;
    const bot = { ...other!, bot: 'greedy' };
    expect(onlyPerson({ ...record, players: [one!, bot] })).toBe(0);
    expect(onlyPerson({ ...record, players: [one!, one!] })).toBeNull();
  });
});

describe('habits', () => {
  const cost = (lost: number, slips = 1): Cost => ({ lost, slips, choices: 3 });
  const review = (places: Review['places'], luck = 0, lost = 0): Review => ({
    game: 'g',
    at: 0,
    seat: 0,
    luck,
    lost,
    places,
    slips: {},
    discs: {},
  });

  it('are claimed from enough games on, with how many stand behind them', () => {
    const few = Array.from({ length: ENOUGH - 1 }, () => review({ sand: cost(0.2) }));
    expect(habitsOf(few, ({ places }) => places)).toEqual([]);
    const enough = [...few, review({ sand: cost(0.7, 3), clay: cost(0.9) })];
    const [habit, ...rest] = habitsOf(enough, ({ places }) => places);
    expect(rest).toEqual([]);
    expect(habit).toMatchObject({ name: 'sand', games: ENOUGH, slips: ENOUGH + 2 });
    expect(habit!.cost).toBeCloseTo((0.2 * (ENOUGH - 1) + 0.7) / ENOUGH);
  });

  it('are averages beside luck', () => {
    expect(averages([review({}, 0.4, 0.1), review({}, -0.2, 0.3)])).toEqual({
      luck: 0.1,
      lost: 0.2,
    });
    expect(averages([])).toEqual({ luck: 0, lost: 0 });
  });
});
