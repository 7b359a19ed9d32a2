/**
 * Whoever keeps tables. The page knows a keeper by its messages (docs/protocol.md) and its routes
 * (docs/server.md), and by nothing else: the server it came from, or this device.
 */

import { HAS_SERVER, fileAt } from '../device/routes.svelte';
import { type Keeper, type Line, isOnDevice } from '../protocol/keeper';
import { fileOf } from './answers';
import { engine } from './engine.svelte';

/** The server that the page came from. */
export const server: Keeper = {
  connect(table) {
    const address = new URL(fileAt('api/socket'), location.href).href.replace(/^http/, 'ws');
    const query = table === null ? '' : `?table=${table}`;
    return new WebSocket(address + query) as unknown as Line;
  },
  request: (path, wish) => fetch(fileAt(path.slice(1)), wish),
};

/** This device. What a folder without a server says by a file needs no engine. */
export const device: Keeper = {
  connect: () => engine.connect(null),
  async request(path, wish) {
    const file = HAS_SERVER || (wish.method ?? 'GET') !== 'GET' ? null : fileOf(path);
    const said = file === null ? null : await fetch(fileAt(file)).catch(() => null);
    return said?.ok ? said : engine.request(path, wish);
  },
};

/** A text that lies beside the page. */
export async function textOf(file: string): Promise<string> {
  const found = await fetch(fileAt(file));
  if (!found.ok) throw new Error(`${file}: ${found.status}`);
  return found.text();
}

/** Who keeps a table or a record. */
export const keeperOf = (id: string): Keeper => (isOnDevice(id) || !HAS_SERVER ? device : server);

/** What a path is about, if it is about one table or record. */
const ABOUT = /^\/api\/(?:tables|records)\/([^/?]+)/;

/** Who answers a route. */
export const keeperFor = (path: string): Keeper => keeperOf(ABOUT.exec(path)?.[1] ?? '');
