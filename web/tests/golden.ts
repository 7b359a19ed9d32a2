import { readFileSync } from 'node:fs';
import type { GameRecord } from '../src/protocol/record';

/** One of the project's recorded games. */
export function golden(name: string): GameRecord {
  const file = new URL(`../../tests/golden/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as GameRecord;
}
