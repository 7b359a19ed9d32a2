/**
 * Whoever keeps tables. The page knows a keeper by its messages (docs/protocol.md) and its routes
 * (docs/server.md), and by nothing else: a server today, anything that answers alike tomorrow.
 */

/** A line to a keeper; as much of a WebSocket as is needed. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface Keeper {
  /** A line for messages, for the sake of a table: whoever balances servers may bring its people together. */
  connect(table: string | null): Line;
  /** What a route answers; it fails if the keeper is not there. */
  request(path: string, wish: RequestInit): Promise<Response>;
}

/** The server that the page came from. */
const server: Keeper = {
  connect(table) {
    const address = `${location.origin.replace(/^http/, 'ws')}/api/socket`;
    const query = table === null ? '' : `?table=${table}`;
    return new WebSocket(address + query) as unknown as Line;
  },
  request: (path, wish) => fetch(path, wish),
};

/** Whom the page asks. */
export const keeper: Keeper = server;
