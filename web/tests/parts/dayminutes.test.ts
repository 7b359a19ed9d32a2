import { expect, it } from 'vitest';
import { clockOf, minutesOf } from '../../src/parts/dayminutes';

it('writes a time of day as a field wants it, and reads it again', () => {
  expect(clockOf(0)).toBe('00:00');
  expect(clockOf(1439)).toBe('23:59');
  for (const minutes of [0, 5, 480, 1320, 1439]) expect(minutesOf(clockOf(minutes))).toBe(minutes);
});
