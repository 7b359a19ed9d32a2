import { expect, it } from 'vitest';
import { signed } from '../../src/parts/signed';

it('writes points with their sign', () => {
  expect([3, 0, -3].map(signed)).toEqual(['+3', '0', '−3']);
});
