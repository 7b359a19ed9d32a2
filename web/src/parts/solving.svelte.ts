/** One decision being tried: what is chosen, what that was worth. */

import { announce } from '../device/announce.svelte';
import { play } from '../device/sound';
import { t } from '../messages/index.svelte';
import type { Decision, PuzzleChoice, PuzzleVerdict } from '../protocol/puzzle';
import type { RecordAction } from '../protocol/record';
import { records } from '../wire/records';
import { problemOf } from './failure';
import { Sandbox } from './sandbox.svelte';

export abstract class Solving {
  view: Decision | null = $state.raw(null);
  sandbox: Sandbox | null = $state.raw(null);
  verdict: PuzzleVerdict | null = $state.raw(null);
  /** What was answered. */
  choice: PuzzleChoice | null = $state.raw(null);
  problem = $state('');
  /** Told what came of an answer. */
  judged: (solved: boolean) => void = () => undefined;

  private round = 0;

  /** Show what is to be decided; whatever was shown before is over. */
  protected async show(decision: () => Promise<Decision>): Promise<void> {
    const mine = ++this.round;
    this.problem = '';
    try {
      const view = await decision();
      if (mine === this.round) await this.begin(view);
    } catch (error) {
      if (mine === this.round) this.fail(error);
    }
  }

  /** What an answer was worth. */
  protected abstract judge(view: Decision, choice: PuzzleChoice): Promise<PuzzleVerdict>;

  protected fail(error: unknown): void {
    this.problem = problemOf(error);
  }

  /** From the beginning: nothing is answered yet. */
  protected async begin(view: Decision): Promise<void> {
    const sandbox = new Sandbox(view.record, view.position.turn);
    sandbox.referee = {
      replay: () => Promise.resolve({ positions: [view.position], legal: view.legal }),
      attempt: (record, action) => records.attempt(record, action),
    };
    sandbox.acted = (events) => void this.answer(choiceOf(events[0] as RecordAction));
    this.view = view;
    this.verdict = null;
    this.choice = null;
    this.sandbox = sandbox;
    await sandbox.load(view.record);
  }

  again(): void {
    if (this.view) void this.begin(this.view);
  }

  /** Turn a disc over: nobody knows which, so nothing moves. */
  turn(): void {
    void this.answer({ type: 'turn' });
  }

  get isOpen(): boolean {
    return !!this.sandbox && !this.choice;
  }

  private async answer(choice: PuzzleChoice): Promise<void> {
    const { view, round } = this;
    if (!view || this.choice) return;
    this.choice = choice;
    try {
      const verdict = await this.judge(view, choice);
      if (round !== this.round) return;
      this.verdict = verdict;
      play(verdict.solved ? 'win' : 'no');
      announce(t(verdict.solved ? 'practice.solved' : 'practice.missed'));
      this.judged(verdict.solved);
    } catch (error) {
      if (round === this.round) this.fail(error);
    }
  }
}

/** What was done, without who did it. */
export function choiceOf(event: RecordAction): PuzzleChoice {
  if (event.type === 'move') return { type: 'move', from: event.from, to: event.to };
  if (event.type === 'place') return { type: 'place', cell: event.cell };
  return event.type === 'draw' ? { type: 'turn' } : { type: event.type };
}
