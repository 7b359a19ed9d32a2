/** What this browser lacks to keep tables. */

import { open } from './shelf';

/** It is too old; or it lets a page keep nothing, as some do in a private window. */
export type Lack = 'old' | 'private';

/** Failures to open a store that say that there is none for this page. */
const FORBIDDEN = ['InvalidStateError', 'SecurityError', 'UnknownError'];

/** Whether something is missing that every engine needs; of a worker that cannot begin, its host hears. */
const isOld = (): boolean =>
  [globalThis.Worker, globalThis.WebAssembly, globalThis.DecompressionStream].includes(undefined!);

async function canStore(): Promise<boolean> {
  try {
    (await open()).close();
    return true;
  } catch (error) {
    return error instanceof DOMException && !FORBIDDEN.includes(error.name);
  }
}

export async function lack(): Promise<Lack | null> {
  if (isOld()) return 'old';
  return (await canStore()) ? null : 'private';
}
