import { afterEach, expect, it } from 'vitest';
import { Leads } from '../../src/local/leads';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Tabs of one browser, which note whether they lead; each has been told as often as `told` says. */
function tabs(count: number, locks: LockManager | undefined = navigator.locks) {
  const table = `d-${Math.random()}`;
  return Array.from({ length: count }, () => {
    const said: boolean[] = [];
    const waiting: (() => void)[] = [];
    const leads = new Leads(locks, (about, now) => {
      expect(about).toBe(table);
      said.push(now);
      for (const wake of waiting.splice(0)) wake();
    });
    open.push(() => leads.leave(table));
    return {
      said,
      seek: () => leads.seek(table),
      take: () => leads.take(table),
      leave: () => leads.leave(table),
      /** Wait until it was told so often. */
      async told(times: number): Promise<void> {
        while (said.length < times) await new Promise<void>((wake) => waiting.push(wake));
      },
      async isQueued(): Promise<boolean> {
        const { pending = [] } = await navigator.locks.query();
        return pending.some(({ name }) => name === `taupes-table-${table}`);
      },
    };
  });
}

it('lets one tab lead, and the next when that one leaves', async () => {
  const [one, two, three] = tabs(3) as [Tab, Tab, Tab];
  for (const tab of [one, two, three]) tab.seek();
  await one.told(1);
  expect(await two.isQueued()).toBe(true);
  two.leave();
  one.leave();
  await three.told(1);
  expect([one.said, two.said, three.said]).toEqual([[true], [], [true]]);
});

it('takes the lead of one that sleeps, which leads again after that', async () => {
  const [one, two] = tabs(2) as [Tab, Tab];
  one.seek();
  await one.told(1);
  two.seek();
  two.take();
  await Promise.all([one.told(2), two.told(1)]);
  expect([one.said, two.said]).toEqual([[true, false], [true]]);
  two.leave();
  await one.told(3);
  expect(one.said).toEqual([true, false, true]);
});

it('does not lead what was left before its turn came', async () => {
  const [one, two] = tabs(2) as [Tab, Tab];
  one.seek();
  one.leave();
  one.take();
  two.seek();
  two.take();
  two.leave();
  two.seek();
  await two.told(1);
  expect([one.said, two.said]).toEqual([[], [true]]);
});

it('leads where there are no locks, or where they are forbidden', async () => {
  const forbidden = {
    request: () => Promise.reject(new DOMException('no', 'SecurityError')),
  } as unknown as LockManager;
  for (const locks of [null, forbidden]) {
    const [one, two] = tabs(2, locks as LockManager | undefined) as [Tab, Tab];
    one.seek();
    two.seek();
    await Promise.all([one.told(1), two.told(1)]);
    expect([one.said, two.said]).toEqual([[true], [true]]);
  }
});

type Tab = ReturnType<typeof tabs>[number];
