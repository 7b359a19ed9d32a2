/** A set on the bench: every change is kept on the device, and checked by the server soon after. */

import { type Edit, History, type OwnBoards, type Problem, worthSaying } from '../../board/editor';
import { type Cell, turned } from '../../board/hex';
import { maybe, t } from '../../messages/index.svelte';
import { type BoardsVerdict, checkBoards, readToml } from '../../wire/boards';
import { problemOf } from '../problem';
import { playOn } from './play';
import { keepBoards, plain } from './shelf.svelte';

/** Milliseconds without a change before the server is asked. */
const PAUSE = 200;

export interface Finding extends Problem {
  /** It must be put right before anybody can play. */
  grave: boolean;
}

export class Workshop {
  history: History;
  verdict: BoardsVerdict | null = $state.raw(null);
  checking = $state(true);
  /** What could not be done, in words. */
  problem = $state('');
  busy = $state(false);

  private readonly id: string;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(set: OwnBoards) {
    this.id = set.id;
    const { boards, orientations } = set;
    this.history = $state.raw(History.of({ boards, orientations }));
    void this.check();
  }

  get draft() {
    return this.history.now;
  }

  /** Whether the set, as it is now, can be played on. */
  get ok(): boolean {
    return !this.checking && !!this.verdict?.ok;
  }

  findings: Finding[] = $derived.by(() => [
    ...worthSaying(this.verdict?.errors ?? []).map((one) => ({ ...one, grave: true })),
    ...(this.verdict?.warnings ?? []).map((one) => ({ ...one, grave: false })),
  ]);

  ofLevel(level: number): Finding[] {
    return this.findings.filter((one) => one.level === level);
  }

  /** Where the cell of a problem lies, turned as its board is. */
  lies({ cell, level }: Problem): Cell | null {
    return cell && level !== null ? turned(cell, this.draft.orientations[level] ?? 0) : null;
  }

  change(edit: Edit): void {
    this.become(this.history.edit(edit));
  }

  undo(): void {
    this.become(this.history.undo());
  }

  redo(): void {
    this.become(this.history.redo());
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Put the boards of a file on the bench. */
  async open(file: File | undefined): Promise<void> {
    if (!file) return;
    try {
      const read = await readToml(await file.text());
      if (!read.boards) {
        this.problem = t('boards.bad_file', { what: read.errors[0]?.sentence ?? '' });
        return;
      }
      const boards = plain(read.boards);
      this.become(this.history.to({ boards, orientations: boards.levels.map(() => 0) }));
    } catch (error) {
      this.problem = problemOf(error);
    }
  }

  async play(): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      await playOn(plain(this.draft.boards), this.draft.orientations);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.busy = false;
  }

  private become(next: History): void {
    if (next === this.history) return;
    this.history = next;
    keepBoards(next.now, this.id);
    this.checking = true;
    this.asked++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), PAUSE);
  }

  private async check(): Promise<void> {
    const mine = ++this.asked;
    try {
      const found = await checkBoards(this.draft.boards);
      if (mine !== this.asked) return;
      this.verdict = found;
      this.problem = '';
    } catch (error) {
      if (mine === this.asked) this.problem = problemOf(error);
    }
    if (mine === this.asked) this.checking = false;
  }
}

/** A problem in the page's words, or in the server's. */
export function wordsOf({ code, sentence }: Problem): string {
  return maybe(`boards.problem.${code}`, sentence);
}
