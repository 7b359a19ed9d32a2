/** A lesson being done: what is tried in it, and whether that was what it asked for. */

import { announce } from '../../announce.svelte';
import {
  LEARNER,
  LESSONS,
  type Lesson,
  lessonRecord,
  replyCell,
  verdict,
} from '../../board/lesson';
import { frameOf } from '../../board/record';
import { t } from '../../messages/index.svelte';
import { play } from '../../sound';
import { Trial } from '../replay/trial.svelte';
import { judgeOf } from './judge';
import { keepProgress, progress } from './progress.svelte';

export class Course {
  lesson: Lesson = $state.raw(LESSONS[0]!);
  /** Whether the task is done; whether something allowed was done that was not asked for. */
  stage: 'on' | 'done' | 'other' = $state('on');
  /** After a wrong try, what is possible is lit up. */
  helped = $state(false);
  readonly trial = new Trial(lessonRecord(LESSONS[0]!, ['A', 'B']), LEARNER);
  /** Told when the task is done. */
  finished: () => void = () => undefined;

  private drawn = 0;
  /** Which beginning of which lesson this is: what comes later for an older one is ignored. */
  private round = 0;

  constructor() {
    this.trial.acted = () => void this.judge();
    this.trial.refused = (why) => {
      const { goal } = this.lesson;
      this.helped = true;
      if (goal.kind === 'refused' && why.code === goal.code) this.finish();
    };
  }

  async begin(lesson: Lesson): Promise<void> {
    this.round++;
    this.lesson = lesson;
    this.stage = 'on';
    this.helped = false;
    this.drawn = 0;
    progress.at = lesson.id;
    keepProgress();
    this.trial.judge = judgeOf(lesson);
    await this.trial.load(lessonRecord(lesson, [t('learn.you'), t('learn.other')]));
  }

  /** Whether nothing has been done yet. */
  get isFresh(): boolean {
    return this.trial.record.events.length === this.start;
  }

  get busy(): boolean {
    const { trial } = this;
    const waits = this.stage === 'on' && trial.position?.turn !== LEARNER;
    return trial.sending || trial.performer.busy || waits;
  }

  turn(slot: number): void {
    const disc = this.lesson.discs?.[this.drawn] ?? this.trial.discs[0];
    if (disc === undefined) return;
    this.drawn++;
    void this.trial.act({ type: 'draw', disc, slot });
  }

  /** A disc that cannot be turned now: the rules say why. */
  refuse(): void {
    const { trial } = this;
    if (this.stage === 'on' && trial.position && !trial.options.slots.length)
      void trial.act({ type: 'draw', disc: 1 });
  }

  /** How many events led to the position. */
  private get start(): number {
    return this.lesson.record.events.length;
  }

  private async judge(): Promise<void> {
    const mine = this.round;
    const { record } = this.trial;
    const { goal, id } = this.lesson;
    const found = verdict(goal, frameOf(record), record.events, this.start, record.result);
    await this.settled();
    if (mine !== this.round) return;
    if (found === 'done') return this.finish();
    if (found === 'on') return this.answer();
    this.stage = 'other';
    this.trial.show({ text: t(`learn.${id as 'hole'}.other`), kind: 'info' });
  }

  /** The other team places its mole. */
  private async answer(): Promise<void> {
    const { trial } = this;
    const { replies } = this.lesson;
    if (!replies || trial.position?.turn === LEARNER) return;
    const free = trial.legal.flatMap((one) => (one.type === 'place' ? [one.cell] : []));
    const cell = replyCell(replies, trial.stack, free);
    if (cell) await trial.act({ type: 'place', cell });
  }

  /** Everything has been drawn. */
  private async settled(): Promise<void> {
    while (this.trial.performer.busy) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  private finish(): void {
    const { id, goal } = this.lesson;
    this.stage = 'done';
    if (!progress.done.includes(id)) progress.done.push(id);
    keepProgress();
    if (goal.kind !== 'refused') this.trial.notice = null;
    play(goal.kind === 'wins' ? 'win' : 'turn');
    announce(t(`learn.${id as 'hole'}.done`));
    this.finished();
  }
}
