/** Fair handicaps: who is stronger gets fewer moles (docs/handicaps.md). */

export interface Rated {
  /** Rating points. */
  strength: number;
  /** How many times as much a mole is worth to them. */
  reliance: number;
}

/** What a handicap would be, and by how many rating points it falls short for the strongest. */
export interface Fair {
  moles: number[];
  short: number;
}

/** By seat, the moles with which all are as strong as the weakest; `worth` is that of 1, 2, … moles. */
export function fairMoles(players: readonly Rated[], worth: readonly number[]): Fair {
  const weakest = Math.min(...players.map((one) => one.strength));
  const moles = players.map(
    ({ strength, reliance }) => nearest(worth, (weakest - strength) / reliance) + 1,
  );
  const left = players.map(
    ({ strength, reliance }, seat) => strength - weakest + reliance * worth[moles[seat]! - 1]!,
  );
  return { moles, short: Math.max(0, ...left) };
}

/** The place of the value that is nearest; of equal ones the last, which takes fewer moles away. */
function nearest(values: readonly number[], wanted: number): number {
  const far = (place: number) => Math.abs(values[place]! - wanted);
  return values.reduce((best, _, place) => (far(place) <= far(best) ? place : best), 0);
}
