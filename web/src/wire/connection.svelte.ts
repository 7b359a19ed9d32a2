/** The page's one connection, with its state for everybody to see. */

import { wantedLanguage } from '../messages/index.svelte';
import { guest, keepGuest } from './guest';
import { type Pipe, type Status, Wire } from './socket';

let status: Status = $state('connecting');

/** Whether the server can be reached. */
export function connection(): Status {
  return status;
}

export const wire = new Wire({
  open: (table) => {
    const address = `${location.origin.replace(/^http/, 'ws')}/api/socket`;
    const query = table === null ? '' : `?table=${table}`;
    return new WebSocket(address + query) as unknown as Pipe;
  },
  token: guest,
  keepToken: keepGuest,
  language: () => wantedLanguage(),
  status: (now) => (status = now),
  later: (task, ms) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
});

addEventListener('online', () => wire.check());
document.addEventListener('visibilitychange', () => document.hidden || wire.check());
addEventListener('pageshow', (event) => event.persisted && wire.refresh());
