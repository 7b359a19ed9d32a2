/** Walks through a record: step, jump, play by itself. What is drawn runs through the animator. */

import type { Speed } from '../../board/animation';
import { settings, wantsStillness } from '../../device/settings.svelte';
import { play } from '../../device/sound';
import { Animator } from '../../draw/animator.svelte';
import { boardStarts, frameOf, landmarksOf, stopAt, stopsOf } from '../../game/record';
import type { GameRecord } from '../../protocol/record';

/** The rest between two steps that play by themselves, in milliseconds. */
const REST: Record<Speed, number> = { off: 700, fast: 60, normal: 320, slow: 900 };

export class Playback {
  /** Which of the stops is shown. */
  index = $state(0);
  playing = $state(false);
  speed: Speed = $state(settings.speed === 'off' ? 'normal' : settings.speed);
  readonly animator: Animator;
  readonly stops: number[];
  /** After how many events each board came into play. */
  readonly starts: number[];
  private run = 0;

  constructor(
    readonly record: GameRecord,
    at: number | null = null,
  ) {
    const frame = frameOf(record);
    this.animator = new Animator(frame, () => (wantsStillness() ? 'off' : this.speed));
    this.animator.done = (event) => {
      if (event.type === 'draw') play('flip');
    };
    this.stops = stopsOf(record.events);
    this.starts = boardStarts(record);
    this.index = stopAt(this.stops, at ?? 0);
    this.show();
  }

  get stack() {
    return this.animator.game.stack;
  }

  /** How many events have happened. */
  get count(): number {
    return this.stops[this.index] ?? 0;
  }

  get last(): number {
    return this.stops.length - 1;
  }

  /** Show a moment at once. */
  to(index: number): void {
    this.pause();
    this.index = Math.min(this.last, Math.max(0, index));
    this.show();
  }

  toEvents(count: number): void {
    this.to(stopAt(this.stops, count));
  }

  /** One step on is told, one step back is just shown. */
  step(by: 1 | -1): void {
    this.pause();
    this.walk(by);
  }

  /** The next or the last moment worth looking at. */
  landmark(by: 1 | -1): void {
    const { count } = this;
    const landmarks = landmarksOf(this.record);
    const there =
      by > 0
        ? landmarks.find((one) => one.events > count)?.events
        : landmarks.findLast((one) => one.events < count)?.events;
    this.toEvents(there ?? (by > 0 ? this.record.events.length : 0));
  }

  /** The beginning of the next board, or of this one and the ones above it. */
  board(by: 1 | -1): void {
    const { count } = this;
    const there =
      by > 0
        ? this.starts.find((start) => start > count)
        : this.starts.findLast((start) => start < count);
    this.toEvents(there ?? (by > 0 ? this.record.events.length : 0));
  }

  async play(): Promise<void> {
    if (this.index >= this.last) this.to(0);
    const run = ++this.run;
    this.playing = true;
    while (run === this.run && this.index < this.last) {
      this.walk(1);
      do await sleep(Math.max(30, REST[wantsStillness() ? 'off' : this.speed]));
      while (run === this.run && this.animator.busy);
    }
    if (run === this.run) this.playing = false;
  }

  pause(): void {
    this.run++;
    this.playing = false;
  }

  private walk(by: 1 | -1): void {
    const next = this.index + by;
    if (next < 0 || next > this.last) return;
    const from = this.count;
    this.index = next;
    if (by < 0 || this.animator.busy) this.show();
    else this.animator.add(this.record.events.slice(from, this.count));
  }

  private show(): void {
    void this.animator.leap(this.record.events.slice(0, this.count));
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
