/** Whether the server can be reached, as far as the last request told. */

import { HAS_SERVER } from '../device/routes.svelte';
import { server } from './keeper';

let reached = $state(true);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds until an unreachable one is tried again. */
const AGAIN = 4000;

export function isReached(): boolean {
  return reached;
}

/** A request has, or has not, found it. */
export function noteReach(found: boolean): void {
  reached = found;
  clearTimeout(timer);
  if (!found) timer = setTimeout(() => void tryAgain(), AGAIN);
}

async function tryAgain(): Promise<void> {
  try {
    noteReach((await server.request('/api/health', { cache: 'no-store' })).ok);
  } catch {
    noteReach(false);
  }
}

/** Follow what the device knows of its network; called once. */
export function watchReach(): void {
  if (!HAS_SERVER) return;
  addEventListener('offline', () => noteReach(false));
  addEventListener('online', () => void tryAgain());
  if (!navigator.onLine) noteReach(false);
}
