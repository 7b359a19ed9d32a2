/** Being the same person on two devices: the code that this one shows, and the one it is given. */

import { download } from '../../device/download';
import { problemOf } from '../../parts/failure';
import { lookAtMine } from '../../parts/mine.svelte';
import { ownFile } from '../../parts/own';
import { people, type Handover } from '../../wire/people';
import { records } from '../../wire/records';
import { ServerError } from '../../wire/requests';
import { tables } from '../../wire/tables';
import { parseCode } from './code';

/** Milliseconds between two looks at whether a code was used. */
const GLANCE = 3000;

export class Devices {
  /** The code that is shown. */
  shown: Handover | null = $state.raw(null);
  /** The code that was shown is good no more. */
  isLate = $state(false);
  /** Another device has used it. */
  isUsed = $state(false);
  typed = $state('');
  /** The code that was given, and how many games this device has of its own: to be agreed to. */
  asked: { code: string; games: number } | null = $state.raw(null);
  isDone = $state(false);
  hasFormer = $state(people.hasFormer());
  isBusy = $state(false);
  problem = $state('');

  readonly given = $derived(parseCode(this.typed));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;

  async show(): Promise<void> {
    await this.work(async () => {
      this.hide();
      this.shown = await people.handOver();
      this.timer = setTimeout(() => {
        this.hide();
        this.isLate = true;
      }, this.shown.seconds * 1000);
      this.watch = setInterval(() => void this.look(), GLANCE);
    });
  }

  hide(): void {
    clearTimeout(this.timer);
    clearInterval(this.watch);
    this.shown = null;
    this.isLate = this.isUsed = false;
  }

  /** See whether another device has used the code; without an answer it is asked again. */
  private async look(): Promise<void> {
    const code = this.shown;
    const waits = await people.waits().catch(() => true);
    if (waits || this.shown !== code) return;
    this.hide();
    this.isUsed = true;
  }

  /** Say what will be, before it is: nobody becomes somebody else by a link alone. */
  async ask(text = this.typed): Promise<void> {
    const code = parseCode(text);
    if (!code) return;
    this.typed = code;
    this.isDone = false;
    await this.work(async () => {
      const [mine, kept] = await Promise.all([tables.mine(), records.mine()]);
      const games = new Set([...mine.map((one) => one.table), ...kept.map((one) => one.record)]);
      this.asked = { code, games: games.size };
    });
  }

  async agree(): Promise<void> {
    const asked = this.asked;
    if (!asked) return;
    await this.work(async () => {
      try {
        await people.become(asked.code, asked.games > 0);
      } catch (error) {
        // A code that was refused stays so: it is there to be mended, not to be agreed to again.
        if (error instanceof ServerError) this.asked = null;
        throw error;
      }
      this.settled();
      this.isDone = true;
    });
  }

  goBack(): void {
    people.goBack();
    this.settled();
    this.isDone = false;
  }

  async save(): Promise<void> {
    await this.work(async () => download('taupes.json', await ownFile()));
  }

  cancel(): void {
    this.asked = null;
    this.typed = '';
    this.problem = '';
  }

  private settled(): void {
    this.hide();
    this.cancel();
    this.hasFormer = people.hasFormer();
    void lookAtMine();
  }

  private async work(task: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    try {
      await task();
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.isBusy = false;
  }
}
