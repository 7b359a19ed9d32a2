/** The page's one connection, with its state for everybody to see. */

import { Connection, type Status } from './connection';
import { guest, keepGuest } from './guest';
import { keeper } from './keeper';
import { spoken } from './requests';

let status: Status = $state('connecting');

/** Whether messages come and go. */
export function connectionStatus(): Status {
  return status;
}

export const connection = new Connection({
  keeper,
  token: guest,
  keepToken: keepGuest,
  language: spoken,
  status: (now) => (status = now),
  later: (task, ms) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
});

addEventListener('online', () => connection.check());
document.addEventListener('visibilitychange', () => document.hidden || connection.check());
addEventListener('pageshow', (event) => event.persisted && connection.refresh());
