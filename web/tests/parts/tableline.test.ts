import { describe, expect, it } from 'vitest';
import { useLanguage, wholeLanguage } from '../../src/messages/index.svelte';
import { daysAndHours, lasting } from '../../src/parts/duration';
import {
  aboutGame,
  isWaitedFor,
  isYourTurn,
  paceOf,
  turnOf,
  vacancyOf,
} from '../../src/parts/tableline';
import type { SeatView, TableLine } from '../../src/protocol/table';
import { plain } from '../plain';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const seat = (name: string | null, kind: SeatView['kind'] = 'person'): SeatView => ({
  team: 'red',
  kind,
  name,
  level: null,
  away: false,
  resigned: false,
});
const LINE: TableLine = {
  table: 'T',
  created: 0,
  stage: 'playing',
  title: '',
  preset: 'web',
  options: {},
  boards: 'classic',
  clock: { kind: 'none' },
  spectators: true,
  seats: [seat('Ada'), seat('Bob')],
  turn: 0,
  since: 0,
  you: [0],
};
const LANGUAGES = ['en', 'fr', 'de'] as const;

/** What is said in each of the languages; in English after that. */
async function inAll(say: () => string): Promise<string[]> {
  const said: string[] = [];
  for (const language of LANGUAGES) {
    await useLanguage(language);
    said.push(plain(say()));
  }
  await useLanguage('en');
  return said;
}

globalThis.document ??= { documentElement: {} } as Document;

describe('a table in a list', () => {
  it('says whose turn it is, and since when', async () => {
    const now = 2 * DAY + 3 * HOUR + 59 * MINUTE;
    expect(await inAll(() => turnOf(LINE, now))).toEqual([
      'Your turn for 2 days 3 h now',
      'À toi depuis 2 jours 3 h',
      'Du bist seit 2 Tagen 3 Std. dran',
    ]);
    const hers = { ...LINE, you: [1] };
    expect(await inAll(() => turnOf(hers, HOUR + 5 * MINUTE))).toEqual([
      'Ada’s turn for 1 h 5 min now',
      'À Ada de jouer depuis 1 h 5 min',
      'Ada ist seit 1 Std. 5 Min. dran',
    ]);
    expect(turnOf(hers, MINUTE - 1)).toBe('Ada’s turn');
    const nobody = { ...hers, seats: [seat(null), seat('Bob')] };
    expect(turnOf(nobody, MINUTE - 1)).toBe('Player 1’s turn');
    expect(turnOf({ ...LINE, turn: null, stage: 'paused' }, now)).toBe('paused');
  });

  it('waits for a person if other people do, and no stand-in plays', () => {
    expect([isYourTurn(LINE), isWaitedFor(LINE)]).toEqual([true, true]);
    const withBot = { ...LINE, seats: [seat('Ada'), seat('pup', 'bot')] };
    expect([isYourTurn(withBot), isWaitedFor(withBot)]).toEqual([true, false]);
    const alone = { ...LINE, you: [0, 1] };
    expect([isYourTurn(alone), isWaitedFor(alone)]).toEqual([true, false]);
    const away = { ...LINE, seats: [{ ...seat('Ada'), away: true }, seat('Bob')] };
    expect([isYourTurn(away), isWaitedFor(away)]).toEqual([false, false]);
    expect(isYourTurn({ ...LINE, turn: 1 })).toBe(false);
    expect(isYourTurn({ ...LINE, turn: null })).toBe(false);
  });

  it('says what is played, and at which pace', async () => {
    expect(await inAll(() => paceOf({ kind: 'fischer', seconds: 600, increment: 10 }))).toEqual([
      '10 min + 10 sec',
      '10 min + 10 s',
      '10 Min. + 10 Sek.',
    ]);
    expect(plain(paceOf({ kind: 'fischer', seconds: 90, increment: 0 }))).toBe('90 sec');
    expect(plain(paceOf({ kind: 'move', seconds: 30 }))).toBe('30 sec per turn');
    expect(plain(paceOf({ kind: 'days', days: 1 }))).toBe('1 day per turn');
    expect(aboutGame(LINE)).toBe('The usual game · Boards: Classic · no time limit');
    expect(aboutGame({ ...LINE, options: { all_home: 'may_pass' } })).toContain('with changes');
    expect(aboutGame({ ...LINE, preset: 'soubeyrand' })).toContain('Soubeyrand');
    await wholeLanguage();
    expect(plain(aboutGame({ ...LINE, moles: [10, 4] }))).toContain('Handicap: 10 : 4 moles');
    const fair = aboutGame({ ...LINE, moles: 'fair-start' });
    expect(fair).toContain('Fair start: one mole fewer for whoever begins');
  });

  it('says how many can sit down, and how long they are waited for', () => {
    const open = { ...LINE, seats: [seat('Ada'), seat(null, 'open'), seat(null, 'open')] };
    expect(plain(vacancyOf(open, 5 * MINUTE))).toBe('2 free seats · waiting for 5 min');
    expect(plain(vacancyOf(open, 5))).toBe('2 free seats · just opened');
  });
});

describe('times', () => {
  it('have days and hours on a clock', async () => {
    expect(await inAll(() => daysAndHours(172_799))).toEqual([
      '1 day 23 h',
      '1 jour 23 h',
      '1 Tag 23 Std.',
    ]);
    expect(plain(daysAndHours(2 * 86_400))).toBe('2 days');
    expect(plain(daysAndHours(3600))).toBe('1 h');
  });

  it('are silent about less than a minute', () => {
    expect(lasting(MINUTE - 1)).toBe('');
    expect(plain(lasting(DAY + 59 * MINUTE))).toBe('1 day');
  });
});
