/** What is to be animated for an event, as data: who goes where, how, and how long it takes. */

import type { Cell, GameEvent } from '../protocol/game';
import { key, line } from './hex';
import type { Scene } from './scene';
import type { Stack } from './stack';

export type Speed = 'off' | 'fast' | 'normal' | 'slow';

export type Step =
  | { kind: 'place'; seat: number; cell: Cell; ms: number }
  | { kind: 'flip'; seat: number; slot: number; value: number; ms: number }
  | {
      kind: 'hop';
      mole: string;
      /** Every cell of the way, both ends included. */
      way: Cell[];
      /** Whether it climbs out of a hole as it starts, and drops into one as it stops. */
      climbs: boolean;
      drops: boolean;
      ms: number;
    }
  | { kind: 'lift'; level: number; out: string[]; stay: string[]; ms: number }
  | { kind: 'wait'; ms: number };

/** Milliseconds at normal speed. */
const HOP = 230;
const DROP = 330;
const FLIP = 520;
const PLACE = 300;
const LIFT = 3000;
const NOTE = 700;

export const FACTOR: Record<Speed, number> = { off: 0, fast: 0.45, normal: 1, slow: 1.8 };

/** The animation of one event in a scene. */
export function plan(scene: Scene, event: GameEvent, stack: Stack, speed: Speed): Step[] {
  const factor = FACTOR[speed];
  if (factor === 0) return [];
  const ms = (time: number) => Math.round(time * factor);
  switch (event.type) {
    case 'place':
      return [{ kind: 'place', seat: event.player, cell: event.cell, ms: ms(PLACE) }];
    case 'draw':
      return [
        {
          kind: 'flip',
          seat: event.player,
          slot: event.slot ?? scene.rows[event.player]!.indexOf(null),
          value: event.disc,
          ms: ms(FLIP),
        },
      ];
    case 'move': {
      const mole = scene.moles.find((one) => key(one.cell) === key(event.from));
      if (!mole) return [];
      const holes = stack.levels[scene.level]!.holes;
      const way = line(event.from, event.to);
      const [climbs, drops] = [holes.has(key(event.from)), holes.has(key(event.to))];
      const time = HOP * (way.length - 1) + (climbs ? DROP / 2 : 0) + (drops ? DROP : 0);
      return [{ kind: 'hop', mole: mole.id, way, climbs, drops, ms: ms(time) }];
    }
    case 'lift': {
      const holes = stack.levels[event.level]!.holes;
      const stays = (cell: Cell) => holes.has(key(cell));
      return [
        {
          kind: 'lift',
          level: event.level,
          out: scene.moles.filter((mole) => !stays(mole.cell)).map((mole) => mole.id),
          stay: scene.moles.filter((mole) => stays(mole.cell)).map((mole) => mole.id),
          ms: ms(LIFT),
        },
      ];
    }
    case 'blocked':
    case 'pass':
    case 'decline':
      return [{ kind: 'wait', ms: ms(NOTE) }];
    default:
      return [];
  }
}

/** Where a hopping mole is at a moment from 0 to 1: between which cells, how far, how high. */
export function hopAt(
  way: readonly Cell[],
  moment: number,
): { from: Cell; to: Cell; part: number; height: number } {
  const hops = Math.max(1, way.length - 1);
  const all = Math.min(Math.max(moment, 0), 1) * hops;
  const index = Math.min(Math.floor(all), hops - 1);
  const part = all - index;
  return {
    from: way[index]!,
    to: way[Math.min(index + 1, way.length - 1)]!,
    part,
    height: 4 * part * (1 - part),
  };
}
