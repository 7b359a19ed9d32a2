/** A lesson being done: what is tried in it, and whether that was what it asked for. */

import { announce } from '../../device/announce.svelte';
import { play } from '../../device/sound';
import { LEARNER, type Lesson, lessonRecord, LESSONS, replyCell, verdict } from '../../game/lesson';
import { frameOf } from '../../game/record';
import { t } from '../../messages/index.svelte';
import { Sandbox } from '../../parts/sandbox.svelte';
import { keepProgress, progress } from './progress.svelte';
import { refereeOf } from './referee';

export class Exercise {
  lesson: Lesson = $state.raw(LESSONS[0]!);
  /** Whether the task is done; whether something allowed was done that was not asked for. */
  stage: 'on' | 'done' | 'other' = $state('on');
  /** After a wrong try, what is possible is lit up. */
  helped = $state(false);
  readonly sandbox = new Sandbox(lessonRecord(LESSONS[0]!, ['A', 'B']), LEARNER);
  /** Told when the task is done. */
  finished: () => void = () => undefined;

  private drawn = 0;
  /** Which beginning of which lesson this is: what comes later for an older one is ignored. */
  private round = 0;

  constructor() {
    this.sandbox.acted = () => void this.judge();
    this.sandbox.refused = (why) => {
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
    this.sandbox.referee = refereeOf(lesson);
    await this.sandbox.load(lessonRecord(lesson, [t('learn.you'), t('learn.other')]));
  }

  /** Whether nothing has been done yet. */
  get isFresh(): boolean {
    return this.sandbox.record.events.length === this.start;
  }

  get busy(): boolean {
    const { sandbox } = this;
    const waits = this.stage === 'on' && sandbox.position?.turn !== LEARNER;
    return sandbox.sending || sandbox.animator.busy || waits;
  }

  turn(slot: number): void {
    const disc = this.lesson.discs?.[this.drawn] ?? this.sandbox.discs[0];
    if (disc === undefined) return;
    this.drawn++;
    void this.sandbox.act({ type: 'draw', disc, slot });
  }

  /** A disc that cannot be turned now: the rules say why. */
  refuse(): void {
    const { sandbox } = this;
    if (this.stage === 'on' && sandbox.position && !sandbox.options.slots.length)
      void sandbox.act({ type: 'draw', disc: 1 });
  }

  /** How many events led to the position. */
  private get start(): number {
    return this.lesson.record.events.length;
  }

  private async judge(): Promise<void> {
    const mine = this.round;
    const { record } = this.sandbox;
    const { goal, id } = this.lesson;
    const found = verdict(goal, frameOf(record), record.events, this.start, record.result);
    await this.settled();
    if (mine !== this.round) return;
    if (found === 'done') return this.finish();
    if (found === 'on') return this.answer();
    this.stage = 'other';
    this.sandbox.notices.show({ text: t(`learn.${id as 'hole'}.other`), kind: 'info' });
  }

  /** The other team places its mole. */
  private async answer(): Promise<void> {
    const { sandbox } = this;
    const { replies } = this.lesson;
    if (!replies || sandbox.position?.turn === LEARNER) return;
    const free = sandbox.legal.flatMap((one) => (one.type === 'place' ? [one.cell] : []));
    const cell = replyCell(replies, sandbox.stack, free);
    if (cell) await sandbox.act({ type: 'place', cell });
  }

  /** Everything has been drawn. */
  private async settled(): Promise<void> {
    while (this.sandbox.animator.busy) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  private finish(): void {
    const { id, goal } = this.lesson;
    this.stage = 'done';
    if (!progress.done.includes(id)) progress.done.push(id);
    keepProgress();
    if (goal.kind !== 'refused') this.sandbox.notices.clear();
    play(goal.kind === 'wins' ? 'win' : 'turn');
    announce(t(`learn.${id as 'hole'}.done`));
    this.finished();
  }
}
