import { expect, it } from 'vitest';
import { filesOf, hasVectors } from '../../src/local/parts';

it('finds the files of a pack', () => {
  const pack = new TextEncoder().encode('{"a/b.py":3,"empty":0,"c":2}\nxyzpq');
  const files = [...filesOf(pack)].map(([name, data]) => [name, new TextDecoder().decode(data)]);
  expect(files).toEqual([
    ['a/b.py', 'xyz'],
    ['empty', ''],
    ['c', 'pq'],
  ]);
});

it('tells whether there are vectors', () => {
  expect(hasVectors()).toBe(true);
});
