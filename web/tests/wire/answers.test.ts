import { expect, it } from 'vitest';
import { fileOf } from '../../src/wire/answers';

it('knows which answers a folder has as files', () => {
  expect(fileOf('/api/bots?language=fr')).toBe('answers/bots.fr.json');
  expect(fileOf('/api/puzzles?language=en')).toBe('answers/puzzles.en.json');
  expect(fileOf('/api/rules?language=de')).toBe('answers/rules.de.json');
  expect(fileOf('/api/boards')).toBe('answers/boards.json');
  expect(fileOf('/api/boards/quick/picture')).toBe('answers/quick.svg');
});

it('asks the engine for everything else', () => {
  for (const path of [
    '/api/boards/check',
    '/api/tables',
    '/api/boards/../x/picture',
    '/api/bots',
    '/api/puzzles/3lztz3x?language=en',
  ])
    expect(fileOf(path), path).toBeNull();
});
