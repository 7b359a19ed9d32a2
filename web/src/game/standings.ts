/** How a game ended for everybody, told from its events: places, holes, who was out when. */

import { key } from '../board/hex';
import { after, type GameFrame, newScene, type Scene } from '../board/scene';
import type { GameEvent, Result } from '../protocol/game';

export interface Standing {
  seat: number;
  /** The place, from 1; those who did equally well share one. */
  place: number;
  /** Holes held when their board was lifted, or at the end. */
  holes: number;
  /** The board whose lifting left them without moles; null if they were there to the end. */
  outOn: number | null;
  points: number | null;
}

/** Everybody, the winners first: by points if they were counted, else by who dug longest and most. */
export function standingsOf(
  frame: GameFrame,
  events: readonly GameEvent[],
  result: Result | null,
): Standing[] {
  const holes = Array<number>(frame.seats).fill(0);
  const outOn = Array<number | null>(frame.seats).fill(null);
  let scene = newScene(frame.seats, frame.moles);
  const count = (now: Scene) => {
    const board = frame.stack.levels[now.level];
    for (const mole of now.moles) if (board?.holes.has(key(mole.cell))) holes[mole.seat]! += 1;
  };
  for (const event of events) {
    if (event.type === 'lift') count(scene);
    if (event.type === 'eliminate') outOn[event.player] = scene.level - 1;
    scene = after(scene, event, frame.stack);
  }
  count(scene);
  // Of a drawn game nobody who was there to the end has more than the others.
  const drawn = result?.winners.length === 0;
  const merits = (seat: number): number[] => [
    result?.winners.includes(seat) ? 1 : 0,
    result?.points?.[seat] ?? 0,
    outOn[seat] ?? Infinity,
    drawn ? 0 : holes[seat]!,
  ];
  const seats = Array.from({ length: frame.seats }, (_, seat) => seat);
  const order = seats.toSorted((one, other) => -compare(merits(one), merits(other)));
  return order.map((seat) => ({
    seat,
    place: 1 + order.filter((other) => compare(merits(other), merits(seat)) > 0).length,
    holes: holes[seat]!,
    outOn: outOn[seat]!,
    points: result?.points?.[seat] ?? null,
  }));
}

/** Above 0 if the first is more, at the first merit in which they differ. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at < 0 ? 0 : one[at]! > other[at]! ? 1 : -1;
}
