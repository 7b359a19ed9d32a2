/** Other moves tried in a replay: lines of one's own, each from some point of the game. */

import { type GameRecord, type RecordAction, sameEvent, stopsOf, upto } from '../../board/record';
import { Trial } from './trial.svelte';

export interface Line {
  /** How many events the game had where it begins. */
  from: number;
  trial: Trial;
}

const isLonger = ({ from, trial }: Line) => trial.record.events.length > from;

export class Lines {
  all: Line[] = $state.raw([]);
  /** The line that is shown instead of the game. */
  now: Line | null = $state.raw(null);

  constructor(private readonly record: GameRecord) {}

  /** A new line after so many events, with its first move if there is one. */
  async begin(from: number, action?: RecordAction): Promise<void> {
    const start = upto(this.record, from);
    const line: Line = { from, trial: new Trial(start) };
    this.all = [...this.all.filter(isLonger), line];
    this.now = line;
    await line.trial.load(start);
    if (action && action.type !== 'draw') await line.trial.act(action);
  }

  show(line: Line): void {
    this.now = line;
  }

  /** Back to before the last thing that was done. */
  undo(): void {
    if (!this.now) return;
    const { trial, from } = this.now;
    const { events } = trial.record;
    const back = stopsOf(events).findLast((stop) => stop < events.length) ?? from;
    void trial.load(upto(trial.record, Math.max(from, back)));
  }

  /** Back to the game; what was tried is kept. */
  leave(): void {
    this.now = null;
    this.all = this.all.filter(isLonger);
  }

  /** Whether the line shown is what was played. */
  get isAsPlayed(): boolean {
    const { now, record } = this;
    if (!now || !isLonger(now)) return false;
    return now.trial.record.events.every((event, i) => sameEvent(event, record.events[i]));
  }
}
