/** Kept games that nobody has looked back on yet, weighed one after the other. */

import { onlyPerson } from '../../game/review';
import { noteReview, reviews } from '../../parts/reviews.svelte';
import type { RecordLine } from '../../protocol/record';
import { records } from '../../wire/records';

/** As many as are weighed at a time: each takes the keeper some seconds. */
const MOST = 20;

export class Gathering {
  /** Games that could be looked back on. */
  left: RecordLine[] = $state.raw([]);
  /** Whether one is being weighed. */
  busy = $state(false);
  failed = $state(false);
  private here = true;

  /** See what there is. */
  async look(): Promise<void> {
    const known = new Set(reviews().map(({ game }) => game));
    const lines = await records.mine().catch(() => []);
    // With several people it is not known which of them sits here.
    this.left = lines
      .filter(({ record, players, result }) => {
        const people = players.filter(({ bot }) => !bot).length;
        return result !== null && people === 1 && !known.has(record);
      })
      .slice(0, MOST);
  }

  /** Weigh them all, for as long as somebody looks on. */
  async weigh(): Promise<void> {
    this.busy = true;
    this.failed = false;
    try {
      for (let next = this.left[0]; next && this.here; next = this.left[0]) {
        const record = await records.get(next.record);
        const seat = onlyPerson(record);
        const analysis = await records.analyse(record, () => this.here);
        if (!analysis) break;
        if (seat !== null) noteReview(analysis, record, seat, next.record, next.created);
        this.left = this.left.slice(1);
      }
    } catch {
      this.failed = true;
    }
    this.busy = false;
  }

  leave(): void {
    this.here = false;
  }
}
