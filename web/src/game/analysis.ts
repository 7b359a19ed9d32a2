/** The server's analysis of a game, as it is shown: graph, best moves, mistakes, luck. */

import type { Analysis, RecordAction, TurnAnalysis } from '../protocol/record';

/** From here on a choice is a mistake, a disc is lucky or unlucky: in chances to win. */
export const INACCURACY = 0.04;
export const MISTAKE = 0.1;
export const LUCKY = 0.08;

export type Note = 'mistake' | 'inaccuracy' | 'lucky' | 'unlucky';

/** What is to be said of a turn. */
export function notesOf(turn: TurnAnalysis): Note[] {
  const notes: Note[] = [];
  if (turn.luck >= LUCKY) notes.push('lucky');
  else if (turn.luck <= -LUCKY) notes.push('unlucky');
  if (turn.loss >= MISTAKE) notes.push('mistake');
  else if (turn.loss >= INACCURACY) notes.push('inaccuracy');
  return notes;
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

/** The moments that changed most, in their order: discs that came, choices that cost something. */
export function turningPoints(analysis: Analysis, most = 3): TurningPoint[] {
  const weight = ({ luck, loss }: TurnAnalysis) => Math.max(Math.abs(luck), loss);
  return analysis.turns
    .filter((turn) => weight(turn) > 0)
    .toSorted((one, other) => weight(other) - weight(one))
    .slice(0, most)
    .toSorted((one, other) => one.event - other.event)
    .map((turn) => {
      const value = (event: number) => valuesAt(analysis, event)?.values[turn.seat] ?? 0;
      const { seat, event, luck, loss, best } = turn;
      const kind = loss >= Math.abs(luck) ? 'mistake' : luck > 0 ? 'lucky' : 'unlucky';
      return { seat, event, kind, before: value(event), after: value(event + 1), best };
    });
}

/** Whom the discs helped most and least; null where they did not matter. */
export function luckiest({ luck }: Analysis): { most: number; least: number } | null {
  const [high, low] = [Math.max(...luck), Math.min(...luck)];
  if (high - low < LUCKY) return null;
  return { most: luck.indexOf(high), least: luck.indexOf(low) };
}
