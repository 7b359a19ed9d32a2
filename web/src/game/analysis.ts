/** The server's analysis of a game, as it is shown: graph, best moves, mistakes, luck. */

import type { Analysis, RecordAction, TurnAnalysis } from '../protocol/record';

/** From here on the discs of a game helped one more than another: in chances to win. */
export const LUCKY = 0.08;
/** What is marked, as a share of the most that one turn of the game gave or cost. */
const MARKED = 0.5;
const NOTED = 0.25;

export type Note = 'mistake' | 'inaccuracy' | 'lucky' | 'unlucky';

/** What the turns of a game are measured by: its luckiest disc and its costliest choice. */
export interface Measure {
  luck: number;
  loss: number;
}

export function measureOf({ turns }: Analysis): Measure {
  return {
    luck: Math.max(0, ...turns.map((turn) => Math.abs(turn.luck))),
    loss: Math.max(0, ...turns.map((turn) => turn.loss)),
  };
}

/** What is to be said of a turn, measured by its game. */
export function notesOf({ luck, loss }: TurnAnalysis, most: Measure): Note[] {
  const notes: Note[] = [];
  if (luck && Math.abs(luck) >= MARKED * most.luck) notes.push(luck > 0 ? 'lucky' : 'unlucky');
  if (loss > 0 && loss >= MARKED * most.loss) notes.push('mistake');
  else if (loss > 0 && loss >= NOTED * most.loss) notes.push('inaccuracy');
  return notes;
}

/** The choices that cost somebody most, however little that was: the costliest first. */
export function costliest({ turns }: Analysis, seat: number, most = 3): TurnAnalysis[] {
  return turns
    .filter((turn) => turn.seat === seat && turn.loss > 0)
    .toSorted((one, other) => other.loss - one.loss)
    .slice(0, most);
}

/** The turn that has an event, and the moves of a position with the best first. */
export function turnAt(analysis: Analysis, event: number): TurnAnalysis | null {
  return analysis.turns.find((turn) => turn.event === event) ?? null;
}

export function bestMoves(turn: TurnAnalysis | null, most = 5): [RecordAction, number][] {
  return [...(turn?.chances ?? [])].sort((one, other) => other[1] - one[1]).slice(0, most);
}

/** The chances after so many events: those of the last position analysed before. */
export function valuesAt(analysis: Analysis, event: number) {
  let found = analysis.positions[0] ?? null;
  for (const position of analysis.positions) if (position.event <= event) found = position;
  return found;
}

/** A seat's line in a graph as wide and high as given, and the band of what is not sure. */
export function graphLine(
  analysis: Analysis,
  seat: number,
  events: number,
  width: number,
  height: number,
): { line: string; band: string } {
  const spots = analysis.positions.map(({ event, values, error }) => ({
    x: short((event / Math.max(1, events)) * width),
    y: (1 - (values[seat] ?? 0)) * height,
    error: error * height,
  }));
  const path = (shift: (spot: { y: number; error: number }) => number) =>
    spots.map((spot) => `${spot.x} ${short(clamp(shift(spot), height))}`);
  const line = path((spot) => spot.y);
  const upper = path((spot) => spot.y - spot.error);
  const lower = path((spot) => spot.y + spot.error).reverse();
  if (!spots.length) return { line: '', band: '' };
  return { line: `M${line.join('L')}`, band: `M${[...upper, ...lower].join('L')}z` };
}

const short = (value: number) => Math.round(value * 10) / 10;
const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));

/** A share of the chances in whole points; never a zero with a sign. */
export function points(value: number): number {
  return Math.round(value * 100) || 0;
}

/** A moment at which a game was won or lost. */
export interface TurningPoint {
  seat: number;
  /** The number of its event. */
  event: number;
  kind: 'lucky' | 'unlucky' | 'mistake';
  /** The chance to win of whoever it happened to, before and after. */
  before: number;
  after: number;
  best: RecordAction | null;
}

/**
 * The moments that changed most, in their order: discs that came, choices that cost something. What
 * a choice cost was found with what it was compared with; the next position was weighed anew.
 */
export function turningPoints(analysis: Analysis, most = 3): TurningPoint[] {
  const weight = ({ luck, loss }: TurnAnalysis) => Math.max(Math.abs(luck), loss);
  return analysis.turns
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, most)
    .toSorted((one, other) => one.event - other.event)
    .map((turn): TurningPoint => {
      const value = (event: number) => valuesAt(analysis, event)?.values[turn.seat] ?? 0;
      const { seat, event, luck, loss, best } = turn;
      const before = value(event);
      if (loss >= Math.abs(luck))
        return { seat, event, kind: 'mistake', before, after: Math.max(0, before - loss), best };
      return {
        seat,
        event,
        kind: luck > 0 ? 'lucky' : 'unlucky',
        before,
        after: value(event + 1),
        best,
      };
    })
    .filter(({ before, after }) => points(before) !== points(after));
}

/** Whom the discs helped most and least; null where they did not matter. */
export function luckiest({ luck }: Analysis): { most: number; least: number } | null {
  const [high, low] = [Math.max(...luck), Math.min(...luck)];
  if (high - low < LUCKY) return null;
  return { most: luck.indexOf(high), least: luck.indexOf(low) };
}
