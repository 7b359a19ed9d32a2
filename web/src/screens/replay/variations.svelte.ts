/** Other moves tried in a replay, each variation from some point of the game. */

import { sameEvent, stopsOf, upto } from '../../game/record';
import { Sandbox } from '../../parts/sandbox.svelte';
import type { GameRecord, RecordAction } from '../../protocol/record';

export interface Variation {
  /** How many events the game had where it begins. */
  from: number;
  sandbox: Sandbox;
}

const isLonger = ({ from, sandbox }: Variation) => sandbox.record.events.length > from;

export class Variations {
  all: Variation[] = $state.raw([]);
  /** The variation that is shown instead of the game. */
  now: Variation | null = $state.raw(null);

  constructor(private readonly record: GameRecord) {}

  /** A new variation after so many events, with its first move if there is one. */
  async begin(from: number, action?: RecordAction): Promise<void> {
    const start = upto(this.record, from);
    const variation: Variation = { from, sandbox: new Sandbox(start) };
    this.all = [...this.all.filter(isLonger), variation];
    this.now = variation;
    await variation.sandbox.load(start);
    if (action && action.type !== 'draw') await variation.sandbox.act(action);
  }

  show(variation: Variation): void {
    this.now = variation;
  }

  /** Back to before the last thing that was done. */
  undo(): void {
    if (!this.now) return;
    const { sandbox, from } = this.now;
    const { events } = sandbox.record;
    const back = stopsOf(events).findLast((stop) => stop < events.length) ?? from;
    void sandbox.load(upto(sandbox.record, Math.max(from, back)));
  }

  /** Back to the game; what was tried is kept. */
  leave(): void {
    this.now = null;
    this.all = this.all.filter(isLonger);
  }

  /** Whether the variation shown is what was played. */
  get isAsPlayed(): boolean {
    const { now, record } = this;
    if (!now || !isLonger(now)) return false;
    return now.sandbox.record.events.every((event, i) => sameEvent(event, record.events[i]));
  }
}
