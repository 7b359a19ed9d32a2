/** A table that is full begins by itself, a few seconds later. */

import type { Session } from './session.svelte';

/** Seconds in which whoever made the table can still say that it should wait. */
const SECONDS = 10;

export class Countdown {
  /** Seconds until the game begins; null if it does not begin by itself. */
  left: number | null = $state(null);
  private held = $state(false);

  /** While a component is there. */
  constructor(session: Session) {
    // Tables of one person with bots begin as they are made; here people have come together.
    const isReady = $derived.by(() => {
      const { view, missing, gathers } = session;
      if (!view || view.stage !== 'open' || gathers || missing.length) return false;
      return view.seats.some((seat, i) => seat.kind === 'person' && !view.you.includes(i));
    });
    $effect(() => {
      if (!isReady) this.held = false;
    });
    $effect(() => {
      if (!isReady || this.held) return;
      let left = (this.left = SECONDS);
      const timer = setInterval(() => {
        this.left = left = Math.max(0, left - 1);
        if (left > 0) return;
        clearInterval(timer);
        // One page begins it: that of whoever made the table.
        if (session.view?.owner) void session.send({ type: 'start' });
      }, 1000);
      return () => {
        clearInterval(timer);
        this.left = null;
      };
    });
  }

  /** Do not begin by itself. */
  hold(): void {
    this.held = true;
  }
}
