/** One's own games looked back on: what choices cost, where and how, and what luck did beside it. */

import type { Analysis, GameRecord, RecordAction, SlipKind } from '../protocol/record';
import { frameOf, upto } from './record';

/** Where one can lose something: placing, or on a board by its ground. */
export const PLACING = 'placing';

/** What somebody's choices of one kind have cost. */
export interface Cost {
  /** In chances to win. */
  lost: number;
  /** Choices that cost something, of all there were. */
  slips: number;
  choices: number;
}

/** What is kept of a game: figures alone. */
export interface Review {
  game: string;
  at: number;
  seat: number;
  luck: number;
  lost: number;
  /** By place. */
  places: Record<string, Cost>;
  /** By kind of slip; `choices` is not counted. */
  slips: Partial<Record<SlipKind, Cost>>;
  /** By ground, what the discs gave. */
  discs: Record<string, number>;
}

/** A choice that cost something, to be tried again. */
export interface Mistake {
  game: string;
  /** How many events the game had. */
  event: number;
  seat: number;
  loss: number;
  slip: SlipKind;
  place: string;
  played: RecordAction;
  /** What each choice was worth, best first. */
  choices: { choice: RecordAction; value: number }[];
}

/** The position of a mistake as a puzzle: a game up to a decision, and what every choice is worth. */
export interface Retry {
  id: string;
  record: GameRecord;
  choices: Mistake['choices'];
}

/** From here on a choice is worth another try: a hundredth of a win. */
const WORTH = 0.01;

const zero = (): Cost => ({ lost: 0, slips: 0, choices: 0 });

function add(cost: Cost, loss: number): void {
  cost.choices += 1;
  cost.lost += loss;
  if (loss >= WORTH) cost.slips += 1;
}

/** A game looked back on from one seat. */
export function reviewOf(
  analysis: Analysis,
  record: GameRecord,
  seat: number,
  game: string,
  at: number,
): Review {
  const review: Review = { game, at, seat, luck: 0, lost: 0, places: {}, slips: {}, discs: {} };
  const grounds = frameOf(record).stack.levels.map((level) => level.ground);
  for (const turn of analysis.turns.filter((one) => one.seat === seat)) {
    const ground = grounds[turn.level] ?? 'meadow';
    if (!turn.chances.length) {
      review.luck += turn.luck;
      review.discs[ground] = (review.discs[ground] ?? 0) + turn.luck;
      continue;
    }
    const place = record.events[turn.event]?.type === 'place' ? PLACING : ground;
    review.lost += turn.loss;
    add((review.places[place] ??= zero()), turn.loss);
    if (turn.slip && turn.loss >= WORTH) add((review.slips[turn.slip] ??= zero()), turn.loss);
  }
  return review;
}

/** The choices of a seat that cost most, the costliest first. */
export function mistakesOf(
  analysis: Analysis,
  record: GameRecord,
  seat: number,
  game: string,
  most = 3,
): Mistake[] {
  const grounds = frameOf(record).stack.levels.map((level) => level.ground);
  return analysis.turns
    .filter((turn) => turn.seat === seat && turn.slip && turn.loss >= WORTH)
    .toSorted((one, other) => other.loss - one.loss)
    .slice(0, most)
    .map((turn) => ({
      game,
      event: turn.event,
      seat,
      loss: turn.loss,
      slip: turn.slip!,
      place: turn.slip === PLACING ? PLACING : (grounds[turn.level] ?? 'meadow'),
      played: record.events[turn.event] as RecordAction,
      choices: turn.chances
        .map(([choice, value]) => ({ choice, value }))
        .toSorted((one, other) => other.value - one.value),
    }));
}

/** A mistake as a puzzle, from the record of its game. */
export function retryOf(mistake: Mistake, record: GameRecord): Retry {
  const { game, event, choices } = mistake;
  return { id: `${game}.${event}`, record: upto(record, event), choices };
}

/** A choice as a record has it, or a disc that is turned over without knowing which. */
type Choice = RecordAction | { type: 'turn' };

/** Whether two actions are the same, whoever does them; a disc is a disc, whatever it shows. */
export function sameAction(one: Choice, other: Choice): boolean {
  const turned = (action: Choice) => ['draw', 'turn'].includes(action.type);
  if (turned(one) || turned(other)) return turned(one) && turned(other);
  const text = (action: Choice) => {
    if (action.type === 'move') return `${action.from}>${action.to}`;
    return action.type === 'place' ? `${action.cell}` : action.type;
  };
  return one.type === other.type && text(one) === text(other);
}

/** The seat of the only person in a game; null if there are several, or none. */
export function onlyPerson(record: GameRecord): number | null {
  const people = record.players.flatMap(({ bot }, seat) => (bot ? [] : [seat]));
  return people.length === 1 ? people[0]! : null;
}

/** A claim about somebody's habits, with what stands behind it. */
export interface Habit {
  name: string;
  /** What it costs in a game, on average over those behind the claim. */
  cost: number;
  games: number;
  slips: number;
}

/** From so many games on something is claimed. */
export const ENOUGH = 5;

/** What costs less than this in a game is no habit worth a word. */
const LEAST = 0.001;

/** What costs most, by place or by kind of slip; only what enough games speak for. */
export function habitsOf(
  reviews: readonly Review[],
  by: (review: Review) => Partial<Record<string, Cost>>,
): Habit[] {
  const found = new Map<string, Habit>();
  for (const review of reviews)
    for (const [name, cost] of Object.entries(by(review))) {
      if (!cost) continue;
      const habit = found.get(name) ?? { name, cost: 0, games: 0, slips: 0 };
      found.set(name, {
        name,
        cost: habit.cost + cost.lost,
        games: habit.games + 1,
        slips: habit.slips + cost.slips,
      });
    }
  return [...found.values()]
    .filter(({ games }) => games >= ENOUGH)
    .map((habit) => ({ ...habit, cost: habit.cost / habit.games }))
    .filter(({ cost }) => cost >= LEAST)
    .toSorted((one, other) => other.cost - one.cost);
}

/** On average over all games: what the discs gave, and what choices cost. */
export function averages(reviews: readonly Review[]): { luck: number; lost: number } {
  const mean = (of: (review: Review) => number) =>
    reviews.reduce((sum, review) => sum + of(review), 0) / Math.max(1, reviews.length);
  return { luck: mean(({ luck }) => luck), lost: mean(({ lost }) => lost) };
}

/** By ground, what the discs of a game gave a seat. */
export function luckByBoard(
  analysis: Analysis,
  record: GameRecord,
  seat: number,
): { ground: string; luck: number }[] {
  const grounds = frameOf(record).stack.levels.map((level) => level.ground);
  return grounds.flatMap((ground, level) => {
    const discs = analysis.turns.filter(
      (turn) => turn.seat === seat && turn.level === level && !turn.chances.length,
    );
    const luck = discs.reduce((sum, turn) => sum + turn.luck, 0);
    return discs.length ? [{ ground, luck }] : [];
  });
}
