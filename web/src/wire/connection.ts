/**
 * A connection to a keeper of tables. It says hello, follows tables, comes back by itself after a
 * loss with `since`, and sends again, with the same ids, what was not answered.
 */

import type { Keeper, Line } from '../protocol/keeper';
import type { Language } from '../protocol/language';
import type {
  ClientMessage,
  Explained,
  Hint,
  Refused,
  ServerMessage,
  TableMessage,
  Update,
} from '../protocol/messages';

export type Status = 'connecting' | 'online' | 'offline';

export type Answer =
  Update | Refused | Explained | Hint | Extract<ServerMessage, { type: 'done' | 'table' | 'pong' }>;

export interface Follower {
  /** The number of the last entry seen, or null for the whole table. */
  since(): number | null;
  receive(message: ServerMessage): void;
}

/** What a connection needs to know, and whom it tells. */
export interface Surroundings {
  keeper: Pick<Keeper, 'connect'>;
  token(): string | null;
  keepToken(token: string): void;
  language(): Language;
  status(status: Status): void;
  /** How long a line may take to say welcome, in milliseconds; left out, as long as it likes. */
  patience?: number;
  /** Runs something later; gives back how to call it off. */
  later(task: () => void, ms: number): () => void;
}

interface Waiting {
  text: string;
  /** Whether it is worth sending again: it changes a table and is applied once. */
  keep: boolean;
  resolve: (answer: Answer) => void;
}

/** Why a token is not taken: then we are somebody new. */
const NOBODY = new Set(['bad_token', 'deleted']);

/** How the ids of joins begin; the table follows. */
const JOIN = 'join:';

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 8000;
const CHECK_WITHIN = 3000;

export class Connection {
  /** What time it is at the keeper's, less what time it is here, in milliseconds. */
  skew = 0;

  private line: Line | null = null;
  private ready = false;
  private pause = FIRST_PAUSE;
  private retry: (() => void) | null = null;
  private pulse: (() => void) | null = null;
  private count = 0;
  private readonly mark = Math.random().toString(36).slice(2, 10);
  private readonly followers = new Map<string, Follower>();
  private readonly waiting = new Map<string, Waiting>();

  constructor(private readonly around: Surroundings) {}

  /** Follow a table; gives back how to stop. */
  follow(table: string, follower: Follower): () => void {
    this.followers.set(table, follower);
    if (this.ready) this.join(table, follower);
    else this.connect();
    return () => {
      if (this.followers.get(table) !== follower) return;
      this.followers.delete(table);
      if (this.ready) this.write({ type: 'leave', table }, this.nextId());
    };
  }

  /** Send a message; the promise is kept even if the connection is lost in between. */
  send(
    message: TableMessage | Extract<ClientMessage, { type: 'explain' | 'hint' | 'look' }>,
  ): Promise<Answer> {
    const id = this.nextId();
    return new Promise((resolve) => {
      const text = JSON.stringify({ ...message, id });
      this.waiting.set(id, { text, keep: message.type !== 'explain', resolve });
      if (this.ready) this.line?.send(text);
      else this.connect();
    });
  }

  /** Join a table again because entries are missing. */
  rejoin(table: string): void {
    const follower = this.followers.get(table);
    if (follower && this.ready) this.join(table, follower);
  }

  /** Connect at once: the network may be back, or the language has changed. */
  refresh(): void {
    this.drop();
    this.pause = FIRST_PAUSE;
    if (this.followers.size || this.waiting.size) this.connect();
  }

  /** Somebody looks again: make sure that the line is alive. */
  check(): void {
    if (!this.ready) return this.refresh();
    this.pulse?.();
    this.write({ type: 'ping' }, this.nextId());
    this.pulse = this.around.later(() => this.lost(0), CHECK_WITHIN);
  }

  private nextId(): string {
    return `${this.mark}-${++this.count}`;
  }

  private connect(): void {
    if (this.line || this.retry) return;
    this.around.status('connecting');
    const [table] = this.followers.keys();
    const line = this.around.keeper.connect(table ?? null);
    this.line = line;
    // A line that neither opens nor closes would be waited for until the browser gives it up, for minutes.
    const { patience } = this.around;
    if (patience) this.pulse = this.around.later(() => this.lost(), patience);
    line.onopen = () => this.hello(line, this.around.token());
    line.onmessage = (event) => {
      if (line === this.line) this.receive(line, JSON.parse(event.data) as ServerMessage);
    };
    line.onclose = () => {
      if (line === this.line) this.lost();
    };
  }

  private hello(line: Line, token: string | null): void {
    const message = { type: 'hello', language: this.around.language(), id: 'hello' };
    line.send(JSON.stringify(token ? { ...message, token } : message));
  }

  private drop(): void {
    const line = this.line;
    this.line = null;
    this.ready = false;
    this.pulse?.();
    this.retry?.();
    this.retry = this.pulse = null;
    if (line) {
      line.onopen = line.onmessage = line.onclose = null;
      line.close();
    }
  }

  private lost(after?: number): void {
    this.drop();
    this.around.status('offline');
    const pause = after ?? this.pause;
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    this.retry = this.around.later(() => {
      this.retry = null;
      if (this.followers.size || this.waiting.size) this.connect();
    }, pause);
  }

  private receive(line: Line, message: ServerMessage): void {
    this.listen();
    if ('time' in message) this.skew = message.time - Date.now();
    if (message.type === 'welcome') {
      this.around.keepToken(message.token);
      this.welcome();
    } else if (message.type === 'bye') {
      this.lost(message.retry ?? undefined);
    } else if (message.type === 'refused' && message.id === 'hello') {
      if (NOBODY.has(message.code)) this.hello(line, null);
      else this.lost();
    } else {
      this.deliver(message);
    }
  }

  private welcome(): void {
    this.ready = true;
    this.pause = FIRST_PAUSE;
    this.around.status('online');
    for (const [table, follower] of this.followers) this.join(table, follower);
    for (const [id, one] of [...this.waiting]) {
      if (one.keep) this.line?.send(one.text);
      else this.waiting.delete(id);
    }
  }

  private deliver(message: ServerMessage): void {
    const id = message.type === 'update' ? message.done : 'id' in message ? message.id : undefined;
    const again = message.type === 'refused' && message.code === 'try_again';
    // A refusal does not name the table, if there is none.
    const joined = id?.startsWith(JOIN) ? id.slice(JOIN.length) : null;
    const table =
      message.type === 'table' ? message.view.table : 'table' in message ? message.table : joined;
    if (again && joined) this.around.later(() => this.rejoin(joined), 1000);
    else if (table) this.followers.get(table)?.receive(message);
    const one = id === undefined ? undefined : this.waiting.get(id);
    if (!one || id === undefined) return;
    if (again && one.keep) {
      this.around.later(() => this.ready && this.line?.send(one.text), 1000);
      return;
    }
    this.waiting.delete(id);
    one.resolve(message as Answer);
  }

  private join(table: string, follower: Follower): void {
    const since = follower.since();
    this.write(
      since === null ? { type: 'join', table } : { type: 'join', table, since },
      JOIN + table,
    );
  }

  private write(message: ClientMessage, id: string): void {
    this.line?.send(JSON.stringify({ ...message, id }));
  }

  /** Something came: the line is alive. After a while of silence, ask; no answer is a loss. */
  private listen(): void {
    this.pulse?.();
    this.pulse = this.around.later(() => {
      this.write({ type: 'ping' }, this.nextId());
      this.pulse = this.around.later(() => this.lost(0), PONG_WITHIN);
    }, PING_EVERY);
  }
}
