/** The device's own store of tables and records: IndexedDB, one transaction for each change. */

const NAME = 'taupes';
const VERSION = 1;
const STORES = ['entries', 'tables', 'records'] as const;
type Store = (typeof STORES)[number];

/** What became of a change: stored, refused because the number is not the next, or there is no room. */
export type Kept = 'kept' | 'taken' | 'full';

/** A table or a record in a list; what is said of it is JSON. */
export interface Listed {
  id: string;
  created: number;
  summary?: Uint8Array;
}

/** A table in a list. */
export interface TableListed extends Listed {
  stage: string;
}

interface RecordKept extends Listed {
  body: Uint8Array;
}

/** What a request gives, as a promise. */
function given<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('a request failed'));
  });
}

/** That a transaction is on the disk. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('a transaction was aborted'));
  });
}

export async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const name of STORES)
      if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name);
  };
  return given(request);
}

/** All keys of one table's entries. */
const entriesOf = (table: string) => IDBKeyRange.bound([table, -Infinity], [table, Infinity]);

export class Shelf {
  private opened: Promise<IDBDatabase> | null = null;

  /** `told` hears of every table that has a new entry, or is gone. */
  constructor(private readonly told: (table: string) => void = () => undefined) {}

  private async database(): Promise<IDBDatabase> {
    this.opened ??= open();
    try {
      const database = await this.opened;
      // A newer page in another tab wants to change it: let go, and open it again when it is needed.
      database.onversionchange = database.onclose = () => {
        database.close();
        this.opened = null;
      };
      return database;
    } catch (error) {
      this.opened = null;
      throw error;
    }
  }

  private async read<T>(store: Store, task: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.database();
    return given(task(database.transaction(store).objectStore(store)));
  }

  /** Change several stores at once: all of it is on the disk, or nothing. */
  private async write(
    stores: Store[],
    change: (store: (name: Store) => IDBObjectStore, refuse: () => void) => void,
  ): Promise<Kept> {
    const database = await this.database();
    const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
    let refused = false;
    const end = done(transaction);
    change(
      (name) => transaction.objectStore(name),
      () => {
        refused = true;
        transaction.abort();
      },
    );
    try {
      await end;
      return 'kept';
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      if (refused || name === 'ConstraintError') return 'taken';
      if (name === 'QuotaExceededError') return 'full';
      throw error;
    }
  }

  entries(table: string): Promise<Uint8Array[]> {
    return this.read('entries', (store) => store.getAll(entriesOf(table)));
  }

  async append(
    table: string,
    number: number,
    body: Uint8Array,
    summary: Uint8Array | undefined,
    stage: string,
  ): Promise<Kept> {
    const kept = await this.write(['entries', 'tables'], (store, refuse) => {
      const before = store('tables').get(table) as IDBRequest<TableListed | undefined>;
      const last = store('entries').getKey([table, number - 1]);
      // Requests of one transaction are answered in their order: this is the later one.
      last.onsuccess = () => {
        if (number > 1 && last.result === undefined) return refuse();
        store('entries').add(body, [table, number]);
        const line: TableListed = {
          id: table,
          created: before.result?.created ?? Date.now(),
          stage,
          summary: summary ?? before.result?.summary,
        };
        return void store('tables').put(line, table);
      };
    });
    if (kept === 'kept') this.told(table);
    return kept;
  }

  tables(): Promise<TableListed[]> {
    return this.read('tables', (store) => store.getAll());
  }

  async deleteTable(table: string): Promise<void> {
    await this.write(['entries', 'tables'], (store) => {
      store('entries').delete(entriesOf(table));
      store('tables').delete(table);
    });
    this.told(table);
  }

  async records(): Promise<Listed[]> {
    const all = await this.read<RecordKept[]>('records', (store) => store.getAll());
    return all.map(({ id, created, summary }) => ({ id, created, summary }));
  }

  async record(id: string): Promise<Uint8Array | undefined> {
    const one = await this.read<RecordKept | undefined>('records', (store) => store.get(id));
    return one?.body;
  }

  putRecord(id: string, created: number, summary: Uint8Array, body: Uint8Array): Promise<Kept> {
    return this.write(['records'], (store) => {
      store('records').put({ id, created, summary, body } satisfies RecordKept, id);
    });
  }

  async deleteRecord(id: string): Promise<void> {
    await this.write(['records'], (store) => void store('records').delete(id));
  }
}
