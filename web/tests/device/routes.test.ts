import { expect, it } from 'vitest';
import { parseRoute } from '../../src/device/routes.svelte';

it('knows where a path leads', () => {
  expect(parseRoute('/')).toMatchObject({ screen: '', rest: [] });
  const found = parseRoute('/table/Jk3?at=12');
  expect([found.screen, found.rest, found.query.get('at')]).toEqual(['table', ['Jk3'], '12']);
});
