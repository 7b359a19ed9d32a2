import { expect, it } from 'vitest';
import { DEFAULTS, readSettings } from '../../src/device/settings.svelte';

it('reads stored settings over the defaults and forgets what does not fit', () => {
  expect(readSettings(null)).toEqual(DEFAULTS);
  expect(readSettings('not json')).toEqual(DEFAULTS);
  const read = readSettings('{"speed": "slow", "sounds": "loud", "language": "de", "old": 1}');
  expect(read).toEqual({ ...DEFAULTS, speed: 'slow', language: 'de' });
});
