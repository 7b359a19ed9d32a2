/** One puzzle being solved: what is tried, what that was worth. */

import { play } from '../../device/sound';
import { announce } from '../../device/announce.svelte';
import { answered, solvedDay } from '../../game/practice';
import { t } from '../../messages/index.svelte';
import { problemOf } from '../../parts/failure';
import { Sandbox } from '../../parts/sandbox.svelte';
import type { PuzzleChoice, PuzzleVerdict, PuzzleView } from '../../protocol/puzzle';
import { puzzles } from '../../wire/puzzles';
import { records } from '../../wire/records';
import type { RecordAction } from '../../protocol/record';
import { keepProgress, progress } from './progress.svelte';

/** What a new solver's rating is before the first puzzle; the keeper knows the rest. */
const NEW = { rating: 1500, deviation: 350, volatility: 0.06 };

export class Solving {
  view: PuzzleView | null = $state.raw(null);
  sandbox: Sandbox | null = $state.raw(null);
  verdict: PuzzleVerdict | null = $state.raw(null);
  /** What was answered. */
  choice: PuzzleChoice | null = $state.raw(null);
  problem = $state('');
  /** How much the rating changed by it; null if it did not count. */
  change: number | null = $state(null);
  /** Told what came of an answer. */
  judged: (solved: boolean) => void = () => undefined;

  private round = 0;

  constructor(
    /** The day whose puzzle this is; null for any other. */
    private readonly day: string | null = null,
    /** Whether answers change the rating. */
    private readonly counts = true,
  ) {}

  async open(id: string): Promise<void> {
    const mine = ++this.round;
    this.problem = '';
    try {
      const view = await puzzles.get(id);
      if (mine === this.round) await this.begin(view);
    } catch (error) {
      if (mine === this.round) this.problem = problemOf(error);
    }
  }

  /** From the beginning: nothing is answered yet. */
  async begin(view: PuzzleView): Promise<void> {
    const sandbox = new Sandbox(view.record, view.position.turn);
    sandbox.referee = {
      replay: () => Promise.resolve({ positions: [view.position], legal: view.legal }),
      attempt: (record, action) => records.attempt(record, action),
    };
    sandbox.acted = (events) => void this.answer(choiceOf(events[0] as RecordAction));
    this.view = view;
    this.verdict = null;
    this.choice = null;
    this.change = null;
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
    const before = progress();
    const isFirst = this.counts && !(view.id in before.tried);
    try {
      const verdict = await puzzles.judge(view.id, choice, isFirst ? (before.rating ?? NEW) : null);
      if (round !== this.round) return;
      this.verdict = verdict;
      if (isFirst) {
        this.change = Math.round((verdict.rating?.rating ?? 0) - (before.rating ?? NEW).rating);
        keepProgress(answered(progress(), view.id, verdict.solved, verdict.rating));
      }
      if (this.day && verdict.solved) keepProgress(solvedDay(progress(), this.day));
      play(verdict.solved ? 'win' : 'no');
      announce(t(verdict.solved ? 'practice.solved' : 'practice.missed'));
      this.judged(verdict.solved);
    } catch (error) {
      if (round === this.round) this.problem = problemOf(error);
    }
  }
}

/** What was done, without who did it. */
function choiceOf(event: RecordAction): PuzzleChoice {
  if (event.type === 'move') return { type: 'move', from: event.from, to: event.to };
  if (event.type === 'place') return { type: 'place', cell: event.cell };
  return event.type === 'draw' ? { type: 'turn' } : { type: event.type };
}
