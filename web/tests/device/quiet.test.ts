import { expect, it } from 'vitest';
import { PATTERNS } from '../../src/device/haptics';
import { isNight } from '../../src/device/quiet.svelte';

it('knows the night by the device’s clock', () => {
  const nightly = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    isNight(new Date(2026, 2, 1, hour, 30)),
  );
  expect(nightly).toEqual([0, 1, 2, 3, 4, 5, 6, 22, 23]);
});

it('buzzes shortly', () => {
  for (const pattern of Object.values(PATTERNS))
    expect(pattern.reduce((sum, one) => sum + one, 0)).toBeLessThan(400);
});
