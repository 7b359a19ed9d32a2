import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeatView } from '../../src/protocol/table';

// The settings look for what this device has kept.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

describe('names', () => {
  let names: typeof import('../../src/parts/names');
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    const messages = await import('../../src/messages/index.svelte');
    await messages.useLanguage('en');
    names = await import('../../src/parts/names');
  });

  it('are the levels’ for bots, numbered if there are several of one', () => {
    const bot = { name: 'pup', level: 'pup' };
    expect(names.namesOf([bot, { name: 'master', level: 'master' }])).toEqual(['Pup', 'Master']);
    expect(names.namesOf([bot, { name: 'Mimi', level: 'pup' }, { ...bot, name: null }])).toEqual([
      'Pup 1',
      'Mimi',
      'Pup 2',
    ]);
  });

  it('are the temperaments’ for bots that have one, numbered whatever their level', () => {
    const bots = ['pup/bold', 'master/bold', 'pup/careful', 'pup'];
    expect(names.namesOf(bots.map((level) => ({ name: level, level })))).toEqual([
      'Daredevil 1',
      'Daredevil 2',
      'Homebody',
      'Pup',
    ]);
    expect(names.levelOf('pup/bold') + names.temperamentOf('pup/bold')).toBe('pupbold');
    expect(names.levelOf('pup') + names.temperamentOf('pup')).toBe('pup');
    expect(names.starsOf('pup/bold', [{ name: 'pup', stars: 1 }])).toEqual({ count: 1, all: 1 });
  });

  it('are the seats’ for people without one, and yours is you', () => {
    expect(names.namesOf([{ name: null }, { name: 'Ada' }, { name: '' }])).toEqual([
      'Player 1',
      'Ada',
      'Player 3',
    ]);
    expect(names.namesOf([{ name: null }, { name: null }], 1)).toEqual(['Player 1', 'You']);
  });

  it('are not those of free seats', () => {
    const seat = { team: 'red', level: null, away: false, resigned: false } as const;
    const seats: SeatView[] = [
      { ...seat, kind: 'person', name: null },
      { ...seat, kind: 'open', name: null },
    ];
    expect(names.withNames(seats, [0]).map(({ name }) => name)).toEqual(['You', null]);
    expect(names.withNames(seats, [0, 1])[0]!.name).toBe('Player 1');
  });

  it('of a record are its people’s, or nobody’s', () => {
    const players = [
      { name: 'red', team: 'red' },
      { name: 'pup', team: 'blue', bot: 'pup' },
      { name: 'pup', team: 'green' },
    ] as const;
    const found = names.playersWithNames(players).map(({ name }) => name as string);
    expect(found).toEqual(['Player 1', 'Pup', 'pup']);
    const yours = (...you: number[]) => names.playersWithNames(players, you)[0]!.name as string;
    expect([yours(0), yours(1), yours(0, 2)]).toEqual(['You', 'Player 1', 'Player 1']);
  });
});
