/** A game, or its way to a moment, as the pictures of a clip: no drawing, no browser. */

import { plan, type Step } from '../board/animation';
import { after, type Scene, sceneAt } from '../board/scene';
import { frameOf, stopsOf } from '../game/record';
import type { Cell } from '../protocol/game';
import type { GameRecord } from '../protocol/record';

/** One picture, and how long it is shown. */
export interface Shot {
  scene: Scene;
  ms: number;
  /** Whose turn it tells of. */
  seat: number | null;
  /** A mole on its way, and where on it, from 0 to 1. */
  hop?: { mole: string; way: readonly Cell[]; moment: number };
  /** A board on its way off the stack, with what stood on it. */
  lift?: { scene: Scene; moment: number };
  /** Who has won, if this is the end. */
  winners?: readonly number[];
}

/** How much is shown of what happens. */
export interface Detail {
  /** Pictures for each cell that a mole hops over, the last one left out; at the least one a move. */
  hops: number;
  /** Pictures of a board that is lifted. */
  lifts: number;
  /** Of so many stops one is shown; more than one tells no movement. */
  every: number;
}

/** Events from one to another. */
export interface Span {
  from: number;
  to: number;
}

/** Events that lead to a moment: about two turns of each of four players. */
const MOMENT = 16;

/** Milliseconds. */
const BEGIN = 500;
const PLACE = 120;
const DISC = 360;
const HOP = 200;
const LANDED = 320;
const NOTE = 500;
const LIFT = 1300;
const LIFTED = 700;
const LAPSE = 160;
const END = 3500;

export function wholeGame(record: GameRecord): Span {
  return { from: 0, to: record.events.length };
}

/** The moves that led to a moment; at the very beginning, the first moves of the game. */
export function momentAt(record: GameRecord, count: number): Span {
  const to = count > 0 ? count : Math.min(MOMENT, record.events.length);
  return { from: Math.max(0, to - MOMENT), to };
}

/** Every picture of a part of a game. */
export function storyOf(record: GameRecord, { from, to }: Span, detail: Detail): Shot[] {
  const frame = frameOf(record);
  const stops = new Set(stopsOf(record.events).filter((_, i) => i % detail.every === 0));
  let scene = sceneAt(frame, record.events, from);
  let seat: number | null = null;
  const shots: Shot[] = [{ scene, ms: BEGIN, seat }];
  for (const event of record.events.slice(from, to)) {
    const before = scene;
    if ('player' in event && event.type !== 'eliminate') seat = event.player;
    scene = after(scene, event, frame.stack);
    if (detail.every === 1)
      for (const step of plan(before, event, frame.stack, 'normal'))
        shots.push(...shotsOf(step, before, scene, seat, detail));
    else if (stops.has(scene.events)) shots.push({ scene, ms: LAPSE, seat });
  }
  const isOver = to === record.events.length && record.result !== null;
  shots.push({ scene, ms: END, seat, winners: isOver ? record.result!.winners : undefined });
  return shots;
}

/** The pictures of one step of what is animated at a table. */
function shotsOf(
  step: Step,
  before: Scene,
  scene: Scene,
  seat: number | null,
  { hops, lifts }: Detail,
): Shot[] {
  switch (step.kind) {
    case 'place':
      return [{ scene, ms: PLACE, seat }];
    case 'flip':
      return [{ scene, ms: DISC, seat }];
    case 'wait':
      return [{ scene, ms: NOTE, seat }];
    case 'hop': {
      const { mole, way } = step;
      const cells = way.length - 1;
      const count = Math.max(2, Math.round(cells * hops));
      const ms = (HOP * cells) / count;
      const hopping = moments(count - 1).map((moment) => ({
        scene: before,
        ms,
        seat,
        hop: { mole, way, moment },
      }));
      return [...hopping, { scene, ms: LANDED, seat }];
    }
    case 'lift': {
      const lifted = moments(lifts).map((moment) => ({
        scene,
        ms: LIFT / lifts,
        seat: null,
        lift: { scene: before, moment },
      }));
      return [...lifted, { scene, ms: LIFTED, seat: null }];
    }
  }
}

/** So many moments between the beginning and the end of something, both left out. */
function moments(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
}
