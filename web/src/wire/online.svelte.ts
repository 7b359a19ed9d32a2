/** The page's connections, one to each keeper of tables, with their state for everybody to see. */

import { isOnDevice } from '../protocol/keeper';
import { Connection, type Status } from './connection';
import { guest, keepGuest } from './guest';
import { device, server } from './keeper';
import { spoken } from './requests';

const status: Record<'server' | 'device', Status> = $state({
  server: 'connecting',
  device: 'connecting',
});

/** How long the server may take to answer, in milliseconds. */
const PATIENCE = 15_000;

function connectionTo(name: 'server' | 'device'): Connection {
  return new Connection({
    keeper: name === 'server' ? server : device,
    token: () => guest(name),
    keepToken: (token) => keepGuest(token, name),
    language: spoken,
    status: (now) => (status[name] = now),
    // This device may have to load its engine first.
    patience: name === 'server' ? PATIENCE : undefined,
    later: (task, ms) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** The connection to the server. */
export const connection = connectionTo('server');
const toDevice = connectionTo('device');

/** The connection to whoever keeps a table. */
export const connectionOf = (table: string): Connection =>
  isOnDevice(table) ? toDevice : connection;

/** Whether messages about a table come and go. */
export const connectionStatus = (table: string): Status =>
  status[isOnDevice(table) ? 'device' : 'server'];

/** Connect anew: the language has changed. */
export function refreshConnections(): void {
  connection.refresh();
  toDevice.refresh();
}

addEventListener('online', () => connection.check());
document.addEventListener('visibilitychange', () => document.hidden || connection.check());
addEventListener('pageshow', (event) => event.persisted && refreshConnections());
