import { expect, it } from 'vitest';
import { carryMuted, isMuted, mute, readMuted } from '../../src/device/muted.svelte';

it('reads what was stored and forgets what does not fit', () => {
  expect(readMuted(null)).toEqual([]);
  expect(readMuted('{"a": 1}')).toEqual([]);
  expect(readMuted('nonsense')).toEqual([]);
  expect(readMuted('["a/1", 3, "b/0"]')).toEqual(['a/1', 'b/0']);
});

it('mutes a seat of a table and no other, until it is heard again', () => {
  mute('a', 1, true);
  expect([isMuted('a', 1), isMuted('a', 0), isMuted('b', 1)]).toEqual([true, false, false]);
  carryMuted('a', 'b', 4);
  expect([isMuted('b', 1), isMuted('b', 0)]).toEqual([true, false]);
  mute('a', 1, false);
  expect([isMuted('a', 1), isMuted('b', 1)]).toEqual([false, true]);
});

it('remembers a hundred at most, and forgets the oldest', () => {
  for (let table = 0; table < 120; table++) mute(`t${table}`, 0, true);
  expect([isMuted('t19', 0), isMuted('t20', 0), isMuted('t119', 0)]).toEqual([false, true, true]);
});
