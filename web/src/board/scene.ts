/**
 * The game as the page shows it: moles with an identity, rows of discs, step by step through the
 * events. It keeps the books and knows no rules: what is legal, the server says.
 */

import type { Cell, GameEvent, Moles } from '../protocol/game';
import { key, same } from './hex';
import { kindOf, type Stack } from './stack';

export interface Mole {
  /** Stays the same for the whole game: `seat.number`. */
  id: string;
  seat: number;
  cell: Cell;
}

/** What is to be seen on the table after so many events. */
export interface Scene {
  events: number;
  level: number;
  moles: readonly Mole[];
  /** By seat, six slots: a disc face up or null. */
  rows: readonly (readonly (number | null)[])[];
  /** The disc in use, and whose. */
  disc: { seat: number; slot: number; value: number } | null;
  /** By seat, the slot of the disc turned last, while it lies face up. */
  latest: readonly (number | null)[];
  /** By seat, moles not placed yet. */
  waiting: readonly number[];
  /** The last move, while its board is in play. */
  last: { from: Cell; to: Cell; seat: number } | null;
  /** Seats without moles. */
  out: readonly number[];
}

export const SLOTS = 6;

/** By seat, how many moles it has at the start. */
export const molesBySeat = (seats: number, moles: Moles): number[] =>
  Array.from({ length: seats }, (_, seat) =>
    typeof moles === 'number' ? moles : (moles[seat] ?? 0),
  );

export function newScene(seats: number, moles: Moles): Scene {
  return {
    events: 0,
    level: 0,
    moles: [],
    rows: Array.from({ length: seats }, () => Array<number | null>(SLOTS).fill(null)),
    disc: null,
    latest: Array<number | null>(seats).fill(null),
    waiting: molesBySeat(seats, moles),
    last: null,
    out: [],
  };
}

/** The scene after one more event. */
export function after(scene: Scene, event: GameEvent, stack: Stack): Scene {
  const next = { ...scene, events: scene.events + 1 };
  switch (event.type) {
    case 'place': {
      const number = scene.moles.filter((mole) => mole.seat === event.player).length;
      const mole = { id: `${event.player}.${number}`, seat: event.player, cell: event.cell };
      const waiting = scene.waiting.map((n, seat) => (seat === event.player ? n - 1 : n));
      return { ...next, moles: [...scene.moles, mole], waiting };
    }
    case 'draw': {
      const row = scene.rows[event.player]!;
      const slot = event.slot ?? row.indexOf(null);
      return {
        ...next,
        rows: withRow(scene, event.player, row.with(slot, event.disc)),
        disc: { seat: event.player, slot, value: event.disc },
        latest: scene.latest.with(event.player, slot),
      };
    }
    case 'move':
      return {
        ...used(next),
        moles: scene.moles.map((mole) =>
          same(mole.cell, event.from) ? { ...mole, cell: event.to } : mole,
        ),
        last: { from: event.from, to: event.to, seat: event.player },
      };
    case 'blocked':
      return used(next);
    case 'lift': {
      const board = stack.levels[event.level]!;
      return {
        ...next,
        level: event.level + 1,
        moles: scene.moles.filter((mole) => board.holes.has(key(mole.cell))),
        last: null,
      };
    }
    case 'eliminate':
      return { ...next, out: [...scene.out, event.player] };
    default:
      return next;
  }
}

/** The disc is done with; a full row is shuffled and turned down again. */
function used(scene: Scene): Scene {
  if (!scene.disc) return scene;
  const { seat } = scene.disc;
  const row = scene.rows[seat]!;
  if (row.includes(null)) return { ...scene, disc: null };
  const down = row.map(() => null);
  const latest = scene.latest.with(seat, null);
  return { ...scene, rows: withRow(scene, seat, down), latest, disc: null };
}

function withRow(scene: Scene, seat: number, row: readonly (number | null)[]) {
  return scene.rows.map((old, index) => (index === seat ? row : old));
}

export interface GameFrame {
  stack: Stack;
  seats: number;
  moles: Moles;
}

/** The scene after the first `count` events (all of them if it is left out). */
export function sceneAt(
  game: GameFrame,
  events: readonly GameEvent[],
  count = events.length,
): Scene {
  let scene = newScene(game.seats, game.moles);
  for (const event of events.slice(0, count)) scene = after(scene, event, game.stack);
  return scene;
}

/** Moles by team: on the board, of them home in holes, not placed yet. */
export function tally(scene: Scene, stack: Stack) {
  const board = stack.levels[scene.level];
  return scene.rows.map((_, seat) => {
    const own = scene.moles.filter((mole) => mole.seat === seat);
    const home = board ? own.filter((mole) => board.holes.has(key(mole.cell))).length : 0;
    return { moles: own.length, home, waiting: scene.waiting[seat] ?? 0 };
  });
}

/** The holes of the board in play that are still empty. */
export function freeHoles(scene: Scene, stack: Stack): number {
  const board = stack.levels[scene.level];
  if (!board) return 0;
  const taken = scene.moles.filter((mole) => kindOf(board, mole.cell) === 'hole').length;
  return board.holes.size - taken;
}

/** How likely each value is for the next disc, by how many of it are left face down. */
export function odds(
  faceDown: readonly number[],
): { value: number; count: number; chance: number }[] {
  return [1, 2, 3, 4].map((value) => {
    const count = faceDown.filter((disc) => disc === value).length;
    return { value, count, chance: faceDown.length ? count / faceDown.length : 0 };
  });
}
