/** The engine with which this device keeps tables itself: fetched when it is first wanted. */

import { isMetered } from '../device/line';
import { HAS_SERVER, fileAt } from '../device/routes.svelte';
import { keep, kept } from '../device/store';
import type { Host, Progress } from '../local/host';
import type { Keeper, Line } from '../protocol/keeper';

/** Where the page says that there is an engine; a page without one has nothing to say. */
const NAME = typeof document === 'undefined' ? '' : (document.documentElement.dataset.engine ?? '');
/** Which engine lies on this device. */
const PLACE = 'taupes.engine';

/** Whether there is an engine for this device. */
export const HAS_ENGINE = NAME !== '';

const IDLE: Progress = { stage: 'idle' };
let progress: Progress = $state.raw(IDLE);
/** Whether anybody waits for it: what only may be wanted soon begins without a word. */
let isAwaited = $state(false);
let isKept = $state(HAS_ENGINE && kept(PLACE) === NAME);
let host: Promise<Host> | null = null;

/** How far it is, for those who wait for it. */
export const engineProgress = (): Progress => (isAwaited ? progress : IDLE);

/** Whether it lies on this device already, so that games begin at once. */
export const isEngineKept = (): boolean => isKept;

/** Whether this device has room for it: browsers give none where a connection is not secure. */
export const canKeepEngine = (): boolean => HAS_ENGINE && 'caches' in globalThis;

const address = () => new URL(fileAt(NAME), location.href).href;

/** How much it is to fetch, in bytes. */
export async function engineSize(): Promise<number> {
  const { sizeOf } = await import('../local/parts');
  return sizeOf(address());
}

function noteKept(): void {
  if (!canKeepEngine()) return;
  keep(PLACE, NAME);
  isKept = true;
}

function tell(now: Progress): void {
  progress = now;
  if (now.stage === 'ready') noteKept();
}

async function load(): Promise<Host> {
  if (!HAS_ENGINE) throw new Error('there is no engine here');
  const { Host } = await import('../local/host');
  return new Host(address(), tell);
}

function loaded(): Promise<Host> {
  host ??= load();
  host.catch(() => (host = null));
  return host;
}

/** Fetch it to be kept, and nothing else; whoever has asked for it sees how far it is. */
export async function fetchEngine(isAsked: boolean): Promise<void> {
  if (isKept || !canKeepEngine()) return;
  if (isAsked) isAwaited = true;
  await loaded()
    .then((one) => one.fetchOnly(isAsked ? tell : () => undefined))
    .then(noteKept)
    .catch(() => undefined);
}

/** Fetch it for the next game, unless that may cost the person money; nobody waits for it. */
export function keepEngine(): void {
  if (!isMetered()) void fetchEngine(false);
}

function wake(): void {
  loaded()
    .then((one) => one.start())
    .catch(() => undefined);
}

/** Fetch and start it: somebody asks for it. */
export function wakeEngine(): void {
  isAwaited = true;
  wake();
}

/** Start it, if it lies here and games are this device's own: soon one may begin. Whether it does. */
export function expectGame(): boolean {
  const expected = !HAS_SERVER && isEngineKept();
  if (expected) wake();
  return expected;
}

/** As a keeper of tables, whether it is here yet or not. */
export const engine: Keeper = {
  connect() {
    isAwaited = true;
    let real: Line | null = null;
    let closed = false;
    const line: Line = {
      send: (text) => real?.send(text),
      close: () => {
        closed = true;
        real?.close();
      },
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    loaded().then(
      (one) => {
        if (closed) return;
        real = one.connect();
        real.onopen = () => line.onopen?.();
        real.onmessage = (event) => line.onmessage?.(event);
        real.onclose = () => line.onclose?.();
      },
      () => line.onclose?.(),
    );
    return line;
  },
  async request(path, wish) {
    isAwaited = true;
    return (await loaded()).request(path, wish);
  },
};
