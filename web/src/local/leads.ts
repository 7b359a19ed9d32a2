/** Which of several tabs leads a table: a lock for each, which browsers pass on when its holder is gone. */

interface Wish {
  /** Lets go of the lock, or of its place in the queue. */
  end: () => void;
}

export class Leads {
  private readonly wishes = new Map<string, Wish>();

  constructor(
    /** Browsers have none where a connection is not secure: then every tab leads. */
    private readonly locks: Pick<LockManager, 'request'> | undefined,
    private readonly told: (table: string, leads: boolean) => void,
  ) {}

  seek(table: string): void {
    this.ask(table, false);
  }

  take(table: string): void {
    if (this.wishes.has(table)) this.ask(table, true);
  }

  leave(table: string): void {
    this.wishes.get(table)?.end();
    this.wishes.delete(table);
  }

  private ask(table: string, steal: boolean): void {
    this.leave(table);
    const waiting = new AbortController();
    const wish: Wish = { end: () => waiting.abort() };
    this.wishes.set(table, wish);
    const isWished = () => this.wishes.get(table) === wish;
    const lead = () =>
      new Promise<void>((resolve) => {
        if (!isWished()) return resolve();
        wish.end = resolve;
        this.told(table, true);
      });
    if (!this.locks) return void lead();
    // Who takes it does not wait, and so cannot stop waiting.
    const how = steal ? { steal } : { signal: waiting.signal };
    this.locks.request(`taupes-table-${table}`, how, lead).catch((error: unknown) => {
      if (!isWished()) return;
      // Another tab has taken it; any other failure means that there are no locks here.
      if (!(error instanceof DOMException && error.name === 'AbortError')) return void lead();
      this.told(table, false);
      this.seek(table);
    });
  }
}
