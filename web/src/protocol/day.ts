/** The stack of the day, as whoever keeps tables tells it (docs/server.md). */

import type { Stage } from './table';

/** By board: moles that came into a hole, of those on it. */
export type Course = [home: number, there: number][];

/** How somebody's game of a day has ended. */
export interface DayLine {
  place: number;
  name: string | null;
  won: boolean;
  turns: number;
  holes: number;
  course: Course;
  /** The chance to win that choices gave away, added up; null while it is not known. */
  lost: number | null;
  you: boolean;
  record: string | null;
}

export interface DayInfo {
  day: string;
  today: string;
  ends: number;
  now: number;
  /** Whether others play it too; on a device alone it is for oneself. */
  counted: boolean;
  boards: string;
  levels: string[];
  commitment: string;
  /** Once the day is over. */
  seed: string | null;
  table: string | null;
  stage: Stage | null;
  count: number;
  yours: DayLine | null;
  results: DayLine[];
}
