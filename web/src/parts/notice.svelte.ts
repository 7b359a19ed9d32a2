/** Something to read above a board: a refusal, an explanation, what somebody said. */

import { announce } from '../device/announce.svelte';
import { play } from '../device/sound';
import type { Cell } from '../protocol/game';

export interface Notice {
  text: string;
  kind: 'no' | 'info';
  /** The cell it speaks of. */
  cell?: Cell;
}

export class NoticeBoard {
  now: Notice | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A notice stays for so many milliseconds, or until it is cleared. */
  constructor(private readonly lasting = Infinity) {}

  show(notice: Notice): void {
    this.clear();
    this.now = notice;
    announce(notice.text);
    if (notice.kind === 'no') play('no');
    if (this.lasting < Infinity) this.timer = setTimeout(() => (this.now = null), this.lasting);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.now = null;
  }
}
