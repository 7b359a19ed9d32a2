/** A real table as it is told to the page: boards, moles, discs. Every change gives a new one. */

import { same } from '../board/hex';
import { newScene, type Scene, SLOTS } from '../board/scene';
import type { Seen } from '../protocol/companion';
import type { Cell } from '../protocol/game';

export interface RealTable {
  /** A shipped set's name, or `own:` and where a set lies on the shelf. */
  boards: string;
  orientations: number[];
  preset: string;
  seen: Seen;
}

/** A set of discs, and how many moles each has, by the number of players. */
export const DISCS: readonly number[] = [1, 2, 2, 3, 3, 4];
export const MOLES: Record<number, number> = { 2: 10, 3: 7, 4: 6 };

export function newRealTable(
  seats: number,
  boards: string,
  levels: number,
  preset: string,
): RealTable {
  const seen: Seen = {
    level: 0,
    turn: 0,
    moles: Array.from({ length: seats }, () => []),
    discs: Array.from({ length: seats }, () => [...DISCS]),
    disc: 0,
    is_extra: false,
  };
  return { boards, orientations: Array<number>(levels).fill(0), preset, seen };
}

const told = (table: RealTable, seen: Partial<Seen>): RealTable => ({
  ...table,
  seen: { ...table.seen, ...seen },
});

/** Put a mole on a free cell, or take the one that stands there. */
export function touched(table: RealTable, cell: Cell, seat: number): RealTable {
  const { moles } = table.seen;
  const owner = moles.findIndex((cells) => cells.some((one) => same(one, cell)));
  const without = moles.map((cells) => cells.filter((one) => !same(one, cell)));
  if (owner === seat) return told(table, { moles: without });
  return told(table, { moles: without.with(seat, [...without[seat]!, cell]) });
}

/** The table at the start of a game: no moles, all discs face down. */
export function cleared(table: RealTable): RealTable {
  const fresh = newRealTable(table.seen.moles.length, table.boards, 0, table.preset);
  return { ...fresh, orientations: table.orientations };
}

/** More or fewer players. */
export function withSeats(table: RealTable, seats: number): RealTable {
  const { seen } = table;
  const fit = <T>(list: T[], fresh: () => T) =>
    Array.from({ length: seats }, (_, seat) => list[seat] ?? fresh());
  return told(
    { ...table, seen: dropDisc(seen) },
    {
      moles: fit(seen.moles, () => []),
      discs: fit(dropDisc(seen).discs, () => [...DISCS]),
      turn: Math.min(seen.turn, seats - 1),
    },
  );
}

/** Moles that stand on cells of a board of this size; there is no place for the others. */
const fitting = (moles: Cell[][], radius: number): Cell[][] =>
  moles.map((cells) =>
    cells.filter(([q, r]) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= radius),
  );

/** Another set of boards, of these sizes: what still has its place on them stays. */
export function withBoards(
  table: RealTable,
  boards: string,
  orientations: readonly number[],
  radii: readonly number[],
): RealTable {
  const level = Math.min(table.seen.level, radii.length - 1);
  const moles = fitting(table.seen.moles, radii[level] ?? 0);
  return told({ ...table, boards, orientations: [...orientations] }, { level, moles });
}

/** Another board in play, of this size: moles that have their place on it stay. */
export function withLevel(table: RealTable, level: number, radius: number): RealTable {
  if (level === table.seen.level) return table;
  return told(table, { level, moles: fitting(table.seen.moles, radius) });
}

/** How many moles stand there. */
export const moleCount = ({ seen }: RealTable): number => seen.moles.flat().length;

export function withTurn(table: RealTable, turn: number): RealTable {
  return told({ ...table, seen: dropDisc(table.seen) }, { turn });
}

/** A board a sixth further round. */
export function withTurned(table: RealTable, level: number, by: 1 | -1): RealTable {
  const now = table.orientations[level] ?? 0;
  return { ...table, orientations: table.orientations.with(level, (now + by + 6) % 6) };
}

/** The player to act has turned this disc; 0 turns it down again. */
export function withDisc(table: RealTable, disc: number): RealTable {
  const seen = dropDisc(table.seen);
  if (!disc) return { ...table, seen };
  const row = [...seen.discs[seen.turn]!];
  const index = row.indexOf(disc);
  if (index < 0) return table;
  return {
    ...table,
    seen: { ...seen, discs: seen.discs.with(seen.turn, row.toSpliced(index, 1)), disc },
  };
}

/** The disc in hand lies face down again. */
function dropDisc(seen: Seen): Seen {
  if (!seen.disc) return seen;
  const row = [...seen.discs[seen.turn]!, seen.disc].sort();
  return { ...seen, discs: seen.discs.with(seen.turn, row), disc: 0 };
}

/** A disc of a set is used, or lies face down again; the last one stays down. */
export function withUsed(table: RealTable, seat: number, slot: number): RealTable {
  const shown = rowOf(table.seen, seat);
  const value = DISCS[slot]!;
  const down = shown.flatMap((one, i) => (one === null ? [DISCS[i]!] : []));
  if (shown[slot] === null && down.length === 1) return table;
  const next =
    shown[slot] === null ? down.toSpliced(down.indexOf(value), 1) : [...down, value].sort();
  return told(table, { discs: table.seen.discs.with(seat, next) });
}

/** A player's six discs from the lowest to the highest: the value of a used one, else null. */
export function rowOf(seen: Seen, seat: number): (number | null)[] {
  const down = [...(seen.discs[seat] ?? [])];
  // Of two alike the right one is used first.
  return DISCS.map((value) => {
    const index = down.indexOf(value);
    if (index < 0) return value;
    down.splice(index, 1);
    return null;
  });
}

/** The table as it is drawn. */
export function sceneOf(seen: Seen): Scene {
  const seats = seen.moles.length;
  const rows = seen.moles.map((_, seat) => rowOf(seen, seat));
  const slot = rows[seen.turn]?.lastIndexOf(seen.disc) ?? -1;
  const moles = seen.moles.flatMap((cells, seat) =>
    cells.map((cell, number) => ({ id: `${seat}.${number}`, seat, cell })),
  );
  return {
    ...newScene(seats, 0),
    level: seen.level,
    moles,
    rows: rows.map((row) => row.slice(0, SLOTS)),
    disc: seen.disc ? { seat: seen.turn, slot, value: seen.disc } : null,
    out: seen.level ? seen.moles.flatMap((cells, seat) => (cells.length ? [] : [seat])) : [],
  };
}

/** What was kept; null if it cannot be read. */
export function readRealTable(text: string | null): RealTable | null {
  try {
    const table = JSON.parse(text ?? 'null') as RealTable | null;
    const good =
      !!table &&
      typeof table.boards === 'string' &&
      Array.isArray(table.orientations) &&
      Array.isArray(table.seen?.moles) &&
      table.seen.moles.length === table.seen.discs?.length;
    return good ? table : null;
  } catch {
    return null;
  }
}
