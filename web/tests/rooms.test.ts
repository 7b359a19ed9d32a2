/** Who may know whom: docs/page.md says why. */

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = new URL('../src', import.meta.url).pathname;

/** From the base up; rooms of one floor do not know each other. */
const FLOORS = [
  ['protocol'],
  ['board'],
  ['game'],
  ['device'],
  ['messages'],
  ['local'],
  ['wire', 'draw'],
  ['clip'],
  ['parts'],
  ['table'],
  ['screens'],
  ['offline'],
  ['App.svelte'],
  ['main.ts'],
];
/** The service worker runs by itself, and takes nothing from the page. */
const ALONE = ['offline'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(ts|svelte)$/.test(name));

/** What a file imports from the page's own sources, as paths from their folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map((one) => one[1]!);
  return found.map((path) =>
    relative(SOURCE, resolve(join(SOURCE, dirname(file)), path)).replaceAll('\\', '/'),
  );
}

const roomOf = (path: string) => path.split('/')[0]!;
const floorOf = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));

/** The screen that a file belongs to: its component is named like its folder. */
function screenOf(path: string): string | null {
  const [room, name = ''] = path.split('/');
  return room === 'screens' ? name.replace(/\..*/, '').toLowerCase() : null;
}

it('knows the floor of every room', () => {
  expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

it('imports downwards only', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => !path.endsWith('.css') && roomOf(path) !== roomOf(file))
      .filter((path) => ALONE.includes(roomOf(file)) || floorOf(path) >= floorOf(file))
      .map((path) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

it('keeps screens apart', () => {
  const wrong = files
    .filter((file) => screenOf(file) && file !== 'screens/index.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => screenOf(path) && screenOf(path) !== screenOf(file))
        .map((path) => `${file} -> ${path}`),
    );
  expect(wrong).toEqual([]);
});

it('speaks to a keeper of tables in one place', () => {
  const KEEPER = /\bfetch\(|\bnew WebSocket\b|['"`]\/api\//;
  const wrong = files
    .filter((file) => !ALONE.includes(roomOf(file)))
    .filter((file) => !['wire', 'local'].includes(roomOf(file)))
    .filter((file) => KEEPER.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(wrong).toEqual([]);
  const doors = files.filter(
    (file) =>
      roomOf(file) === 'wire' &&
      /\bfetch\(|\bnew WebSocket\b/.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  expect(doors).toEqual(['wire/keeper.ts']);
});

it('begins no link at the root of its host', () => {
  const wrong = files.filter((file) =>
    /\bhref=(["'`]\/|\{[`'"]\/)|['"`]\/sw\.js/.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

it('has no component or module that is too long to read', () => {
  const lines = (file: string) => readFileSync(join(SOURCE, file), 'utf8').split('\n').length;
  expect(files.filter((file) => lines(file) > 301)).toEqual([]);
});

it('tests modules in folders of the same name', () => {
  const folder = new URL('.', import.meta.url).pathname;
  const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes('/'))
    .map((name) => name.replace('.test.ts', ''))
    .filter((name) => !files.some((file) => file.replace(/(\.svelte)?\.ts$/, '') === name));
  expect(wrong).toEqual([]);
});
