import { describe, expect, it } from 'vitest';
import { standingsOf } from '../../src/game/standings';
import type { GameEvent } from '../../src/protocol/game';
import { game, opening } from '../board/small';

const lifted: GameEvent[] = [
  ...opening,
  { type: 'move', player: 0, from: [-1, 0], to: [0, 0] },
  { type: 'move', player: 0, from: [1, 0], to: [2, 0] },
  { type: 'lift', level: 0 },
  { type: 'eliminate', player: 1 },
];

describe('standings', () => {
  it('count the holes that were held, and say who was out on which board', () => {
    const result = { winners: [0], reason: 'last_team', points: null };
    expect(standingsOf(game, lifted, result)).toEqual([
      { seat: 0, place: 1, holes: 3, outOn: null, points: null },
      { seat: 1, place: 2, holes: 0, outOn: 0, points: null },
    ]);
  });

  it('go by points where they are counted', () => {
    const result = { winners: [1], reason: 'points', points: [3, 5] };
    expect(standingsOf(game, lifted, result).map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [0, 2],
    ]);
  });

  it('share a place where nothing tells people apart', () => {
    expect(standingsOf(game, opening, null).map(({ place }) => place)).toEqual([1, 1]);
  });

  it('are the same for all who were there to the end of a drawn game', () => {
    const drawn = { winners: [], reason: 'stalemate', points: null };
    const events = lifted.slice(0, -2);
    expect(standingsOf(game, events, null).map(({ place }) => place)).toEqual([1, 2]);
    expect(standingsOf(game, events, drawn).map(({ place }) => place)).toEqual([1, 1]);
  });
});
