import { beforeEach, describe, expect, it, vi } from 'vitest';
import { equalAt, growth, noteGrowth, toldTo } from '../../src/parts/growth';
import type { TableView } from '../../src/protocol/table';

const store = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (place: string) => store.get(place) ?? null,
  setItem: (place: string, text: string) => void store.set(place, text),
});

const SKILL = { given: 2, stakes: 9, offset: 0, games: 6 };

function table(games: number, changes: object = {}): TableView {
  return {
    stage: 'over',
    you: [0],
    seats: [{ kind: 'person' }, { kind: 'bot' }],
    position: { skill: { ...SKILL, games }, equal: 'forager' },
    ...changes,
  } as unknown as TableView;
}

describe('what the bot that grows has learned', () => {
  beforeEach(() => store.clear());

  it('is kept when a game is over, and told to that bot alone', () => {
    expect(toldTo('buddy')).toEqual({});
    noteGrowth(table(6));
    expect(growth()).toEqual({ skill: SKILL, equal: 'forager' });
    expect(toldTo('buddy')).toEqual({ skill: SKILL });
    expect(toldTo('pup')).toEqual({});
  });

  it('is not kept before the end, nor from an older game', () => {
    noteGrowth(table(6, { stage: 'playing' }));
    expect(growth()).toBeNull();
    noteGrowth(table(6));
    noteGrowth(table(3));
    expect(growth()?.skill.games).toBe(6);
  });

  it('is about one person alone', () => {
    const people = [{ kind: 'person' }, { kind: 'person' }, { kind: 'bot' }];
    for (const changes of [{ you: [] }, { you: [0, 1], seats: people }, { seats: people }]) {
      noteGrowth(table(6, changes));
      expect(growth()).toBeNull();
      expect(equalAt(table(6, changes))).toBeNull();
    }
    expect(equalAt(table(6))).toBe('forager');
    expect(equalAt(table(6, { position: null }))).toBeNull();
  });

  it('is nothing where somebody has spoilt it', () => {
    for (const text of ['', '{', 'null', '{"skill":{}}', '{"skill":{"given":"2"}}', '[]']) {
      store.set('taupes.growth', text);
      expect(growth()).toBeNull();
    }
  });
});
