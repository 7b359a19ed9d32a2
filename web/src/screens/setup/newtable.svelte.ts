/** What somebody wants of a new table: who plays, and all that has a sensible default. */

import { parseOrientations, stackOfTheDay } from '../../board/stack';
import { settings } from '../../device/settings.svelte';
import type { OwnBoards } from '../../game/draft';
import { type Fair, fairMoles } from '../../game/handicap';
import { AWAY, usualLevel } from '../../parts/creation';
import { KINDS_OF_GAME } from '../../parts/kinds';
import { ownBoards, plain } from '../../parts/ownboards.svelte';
import { cast } from '../../parts/temperament';
import { FAIR_START, type MolesWish, type PlainBoardSet } from '../../protocol/game';
import type { BotInfo, RulesInfo } from '../../protocol/info';
import {
  type ChatRule,
  type Clock,
  type SeatWish,
  type Setup,
  type Team,
  TEAMS,
} from '../../protocol/table';
import { FIRST, KINDS, type SeatDraft, type Way } from './seatdraft';

/** A board set to choose from. */
export interface SetChoice {
  /** Its name if it is shipped, else where it lies on the shelf. */
  id: string;
  boards: PlainBoardSet;
  own: boolean;
  orientations?: readonly number[];
  /** Why nobody can play on it, if that is known. */
  flaw?: OwnBoards['flaw'];
}

/** How the boards are turned. */
export const LIES = ['random', 'today', 'turned', 'code'] as const;
export const CLOCKS = ['none', 'move', 'fischer'] as const;
/** Whether all are there at once, or each plays when they have time. */
export const PACES = ['now', 'days'] as const;
/** How many days there may be for each turn. */
export const DAYS = [1, 2, 3, 7, 14] as const;

export class NewTable {
  levels: BotInfo[] = $state.raw([]);
  rules: RulesInfo | null = $state.raw(null);
  shipped: PlainBoardSet[] = $state.raw([]);

  seats: SeatDraft[] = $state([]);
  preset = $state('');
  /** Options that differ from the preset. */
  changed: Record<string, string | number | boolean> = $state({});
  boards = $state('');
  lie: (typeof LIES)[number] = $state('random');
  /** By hand: by how many sixths each board is turned. */
  turns: number[] = $state([]);
  code = $state('');
  first: 'random' | number = $state('random');
  /** With a handicap: moles by seat, or fewer for whoever is going to begin. */
  moles: MolesWish = $state(null);
  pace: (typeof PACES)[number] = $state('now');
  clock: (typeof CLOCKS)[number] = $state('none');
  seconds = $state(60);
  minutes = $state(10);
  increment = $state(10);
  days: (typeof DAYS)[number] = $state(2);
  isPublic = $state(false);
  spectators = $state(true);
  hints = $state(false);
  chat: ChatRule = $state('all');
  title = $state('');
  leaves: 'bot' | 'wait' = $state('bot');

  constructor(readonly way: Way) {
    this.seats = FIRST[way].map((who, index) => this.seat(who, index));
    if (way === 'bots') this.first = 0;
  }

  get kinds(): SeatDraft['who'][] {
    return KINDS[this.way];
  }

  /** By seat, what a bot there is called to the server. */
  bots: string[] = $derived.by(() =>
    cast(
      this.seats.map((one) => (one.who === 'bot' ? one : null)),
      this.levels,
    ),
  );

  /** The level for who has chosen none. */
  middle = $derived.by(() => usualLevel(this.levels));

  sets: SetChoice[] = $derived.by(() => [
    ...this.shipped.map((boards) => ({ id: boards.name, boards, own: false })),
    ...ownBoards().map(({ id, boards, orientations, flaw }) => ({
      id: `own:${id}`,
      boards,
      own: true,
      orientations,
      flaw,
    })),
  ]);

  set: SetChoice | undefined = $derived.by(
    () => this.sets.find((one) => one.id === this.boards) ?? this.sets[0],
  );

  /** The options of the preset for so many players. */
  usual: Record<string, string | number | boolean> = $derived.by(() => {
    const preset = this.rules?.presets.find((one) => one.name === this.preset);
    return preset?.rules[String(this.seats.length)] ?? {};
  });

  /** By how many sixths each board is turned; null if that is drawn by lot, or the code is none. */
  orientations: number[] | null = $derived.by(() => {
    const count = this.set?.boards.levels.length ?? 4;
    const own = this.set?.orientations;
    if (this.lie === 'today') return stackOfTheDay(new Date().toISOString().slice(0, 10), count);
    if (this.lie === 'turned')
      return Array.from({ length: count }, (_, i) => this.turns[i] ?? own?.[i] ?? 0);
    if (this.lie === 'code')
      return parseOrientations(this.code.trim().split('-').at(-1) ?? '', count);
    return null;
  });

  /** What the server offers has come. */
  begin(levels: BotInfo[], rules: RulesInfo, shipped: PlainBoardSet[]): void {
    [this.levels, this.rules, this.shipped] = [levels, rules, shipped];
    this.preset = rules.default;
    this.boards = shipped[0]?.name ?? '';
    for (const one of this.seats) one.level ||= this.middle;
  }

  /** How many moles everybody has without a handicap. */
  get usualMoles(): number {
    return this.rules?.moles[String(this.seats.length)]?.usual ?? 0;
  }

  /** How many fewer whoever begins has for a fair start; 0 if none is known for so many players. */
  get fewerFirst(): number {
    return this.rules?.moles[String(this.seats.length)]?.first_has_fewer ?? 0;
  }

  get isFairStart(): boolean {
    return this.moles === FAIR_START;
  }

  setFairStart(wanted: boolean): void {
    this.moles = wanted ? FAIR_START : null;
  }

  /** By seat, how many moles it gets, as far as it is known who begins. */
  get molesBySeat(): number[] {
    const { moles, first, usualMoles } = this;
    if (moles === FAIR_START)
      return this.seats.map((_, seat) => usualMoles - (seat === first ? this.fewerFirst : 0));
    return this.seats.map((_, seat) => moles?.[seat] ?? usualMoles);
  }

  /** How many moles one seat can have at most: the top board holds them all. */
  get mostMoles(): number {
    const top = this.set?.boards.levels[0];
    if (!top) return this.usualMoles;
    return 3 * top.radius * (top.radius + 1) + 1 - top.holes.length - (this.seats.length - 1);
  }

  setMoles(seat: number, count: number): void {
    const moles = this.molesBySeat.with(seat, Math.max(1, Math.min(this.mostMoles, count)));
    this.moles = moles.every((one) => one === this.usualMoles) ? null : moles;
  }

  /** The handicap by which these levels would be equal, seat by seat. */
  fairFor(levels: readonly string[]): Fair | null {
    const players = String(this.seats.length);
    const worth = this.rules?.moles[players]?.worth;
    const rated = levels.flatMap((name) => {
      const { strength, reliance = 1 } = this.levels.find((one) => one.name === name) ?? {};
      const points = strength?.[players];
      return points === undefined ? [] : [{ strength: points, reliance }];
    });
    return worth && rated.length === levels.length ? fairMoles(rated, worth) : null;
  }

  resize(count: number): void {
    this.moles = null;
    this.seats.length = Math.min(count, this.seats.length);
    while (this.seats.length < count) {
      const next = this.seat(this.kinds[0]!, this.seats.length);
      next.team = TEAMS.find((team) => !this.seats.some((one) => one.team === team)) ?? 'red';
      next.level = this.middle;
      this.seats.push(next);
    }
    if (typeof this.first === 'number' && this.first >= count) this.first = 0;
  }

  /** Give a seat a team; whoever had it gets the other one. */
  setTeam(index: number, team: Team): void {
    const other = this.seats.find((one) => one.team === team);
    if (other) other.team = this.seats[index]!.team;
    this.seats[index]!.team = team;
  }

  choose(set: SetChoice): void {
    this.boards = set.id;
    this.turns = [];
  }

  turn(level: number): void {
    const now = this.orientations ?? [];
    this.turns = now.with(level, ((now[level] ?? 0) + 1) % 6);
  }

  /** Play by a rulebook, as it is written. */
  choosePreset(name: string): void {
    this.preset = name;
    this.changed = {};
  }

  get isChanged(): boolean {
    return Object.keys(this.changed).length > 0;
  }

  /** Which of the plain games it is; null if it is none of them. */
  get kindOfGame(): string | null {
    if (this.isChanged) return null;
    return KINDS_OF_GAME.find((one) => one.preset === this.preset)?.name ?? null;
  }

  option(name: string): string | number | boolean | undefined {
    return this.changed[name] ?? this.usual[name];
  }

  change(name: string, value: string | number | boolean): void {
    if (value === this.usual[name]) delete this.changed[name];
    else this.changed[name] = value;
  }

  /** Names and team are offered again the next time. */
  keep(): void {
    settings.team = this.seats[0]!.team;
    if (this.way === 'together') settings.names = this.seats.map((one) => one.name.trim());
    else settings.names[0] = this.seats[0]!.name.trim();
  }

  /** The table as the server wants to hear of it. */
  asSetup(): Setup {
    const online = this.way === 'online';
    const stays = online && this.leaves === 'bot' && this.pace === 'now';
    return {
      title: this.title.trim(),
      preset: this.preset,
      options: { ...this.changed },
      boards: this.set?.own ? plain(this.set.boards) : this.set?.id,
      orientations: this.orientations ?? 'random',
      first: this.first,
      moles: this.moles,
      clock: this.asClock(),
      public: online && this.isPublic,
      spectators: this.spectators,
      hints: this.hints,
      chat: this.chat,
      stand_in: this.middle || 'auto',
      away_after: stays ? AWAY : null,
    };
  }

  asSeats(): SeatWish[] {
    return this.seats.map(({ who, name, team }, seat): SeatWish => {
      if (who === 'open') return { who, team };
      if (who === 'bot') return { who, level: this.bots[seat]!, team };
      return { who, name: name.trim() || undefined, team };
    });
  }

  private asClock(): Clock {
    const { pace, clock, seconds, minutes, increment, days } = this;
    if (pace === 'days') return { kind: 'days', days };
    if (clock === 'move') return { kind: 'move', seconds };
    if (clock === 'fischer') return { kind: 'fischer', seconds: minutes * 60, increment };
    return { kind: 'none' };
  }

  private seat(who: SeatDraft['who'], index: number): SeatDraft {
    const own = settings.team as Team;
    return {
      who,
      name: settings.names[this.way === 'together' ? index : 0] ?? '',
      level: '',
      temperament: null,
      team: [own, ...TEAMS.filter((team) => team !== own)][index] ?? 'red',
    };
  }
}
