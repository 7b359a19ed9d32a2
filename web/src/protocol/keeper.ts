/** Whoever keeps tables, as the page knows it: by messages and routes, and by nothing else. */

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

/** What the tables of a device are named by: any path says who keeps its table. */
const MARK = 'd-';

/** Whether a table or a record is kept on this device. */
export const isOnDevice = (id: string): boolean => id.startsWith(MARK);
