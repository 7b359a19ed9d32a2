import { expect, it } from 'vitest';
import { parseRoute } from '../src/routes.svelte';
import { DEFAULTS, readSettings } from '../src/settings.svelte';

it('reads stored settings over the defaults and forgets what does not fit', () => {
  expect(readSettings(null)).toEqual(DEFAULTS);
  expect(readSettings('not json')).toEqual(DEFAULTS);
  const read = readSettings('{"speed": "slow", "sounds": "loud", "language": "de", "old": 1}');
  expect(read).toEqual({ ...DEFAULTS, speed: 'slow', language: 'de' });
});

it('knows where a path leads', () => {
  expect(parseRoute('/')).toMatchObject({ screen: '', rest: [] });
  const found = parseRoute('/table/Jk3', '?at=12');
  expect([found.screen, found.rest, found.query.get('at')]).toEqual(['table', ['Jk3'], '12']);
});
