/** A set on the bench: every change is kept on the device, and checked by the server soon after. */

import { turned } from '../../board/hex';
import { DraftHistory, type Edit, type OwnBoards, worthSaying } from '../../game/draft';
import { maybe, t } from '../../messages/index.svelte';
import { playNow } from '../../parts/creation';
import { problemOf } from '../../parts/failure';
import { judgeBoards, keepBoards, plain } from '../../parts/ownboards.svelte';
import type { BoardsVerdict, Problem } from '../../protocol/boards';
import type { Cell } from '../../protocol/game';
import { boardSets } from '../../wire/boards';

/** Milliseconds without a change before the server is asked. */
const PAUSE = 200;

export interface Finding extends Problem {
  /** It must be put right before anybody can play. */
  grave: boolean;
}

export class Workshop {
  history: DraftHistory;
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
    this.history = $state.raw(DraftHistory.of({ boards, orientations }));
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
      const read = await boardSets.readToml(await file.text());
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
      const { boards, orientations } = this.draft;
      await playNow(1, { boards: plain(boards), orientations });
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.busy = false;
  }

  private become(next: DraftHistory): void {
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
      const found = await boardSets.check(this.draft.boards);
      if (mine !== this.asked) return;
      this.verdict = found;
      judgeBoards(this.id, found);
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
