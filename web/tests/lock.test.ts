import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
};

it('locks the packages of every platform', () => {
  for (const [name, one] of Object.entries(lock.packages))
    for (const other of Object.keys(one.optionalDependencies ?? {}))
      expect(Object.keys(lock.packages), `${other}, wanted by ${name}`).toContain(
        `node_modules/${other}`,
      );
});

it('names no registry', () => {
  expect(Object.values(lock.packages).filter((one) => one.resolved)).toEqual([]);
});
