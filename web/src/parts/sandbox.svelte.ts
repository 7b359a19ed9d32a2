/**
 * A game one may try things in, without a table: a referee says what is allowed and what comes of it,
 * usually the server. The tutorial and the replay's own moves are played on it.
 */

import { cellOf } from '../board/hex';
import type { Stack } from '../board/stack';
import { animationSpeed } from '../device/settings.svelte';
import { play } from '../device/sound';
import { Animator } from '../draw/animator.svelte';
import type { Marks } from '../draw/marks';
import { chosenMole, NOTHING, type Options, optionsOf, tap, targetsOf } from '../game/choice';
import { choicesOf, drawable, frameOf } from '../game/record';
import type { Cell, GameEvent } from '../protocol/game';
import type { Reason } from '../protocol/messages';
import type { GameRecord, PlainPosition, RecordAction } from '../protocol/record';
import { records } from '../wire/records';
import { problemOf } from './failure';
import { NoticeBoard } from './notice.svelte';

/** Who knows the rules. */
export type Referee = Pick<typeof records, 'replay' | 'attempt'>;

export class Sandbox {
  record: GameRecord = $state.raw() as GameRecord;
  position: PlainPosition | null = $state.raw(null);
  legal: RecordAction[] = $state.raw([]);
  stack: Stack = $state.raw() as Stack;
  animator: Animator;
  chosen: Cell | null = $state.raw(null);
  readonly notices = new NoticeBoard();
  /** An answer is waited for. */
  sending = $state(false);

  /** Told what an action led to, once it is drawn or about to be. */
  acted: (events: GameEvent[]) => void = () => undefined;
  refused: (why: Reason) => void = () => undefined;
  referee: Referee = records;

  private run = 0;

  constructor(
    record: GameRecord,
    /** The seat whose part one plays; null: everybody's. */
    readonly seat: number | null = null,
  ) {
    this.record = record;
    const frame = frameOf(record);
    this.stack = frame.stack;
    this.animator = new Animator(frame, animationSpeed);
    this.animator.done = (event) => {
      if (event.type === 'draw') play('flip');
    };
  }

  /** Go to a position; what is allowed there is asked for. */
  async load(record: GameRecord): Promise<void> {
    const run = ++this.run;
    this.record = record;
    const frame = frameOf(record);
    this.stack = frame.stack;
    this.animator.game = frame;
    this.animator.jump(record.events);
    this.position = null;
    this.legal = [];
    this.chosen = null;
    this.notices.clear();
    this.sending = true;
    try {
      const { positions, legal } = await this.referee.replay(record);
      if (run !== this.run) return;
      this.position = positions.at(-1) ?? null;
      this.legal = legal;
    } catch (error) {
      this.fail(error);
    }
    this.sending = false;
  }

  /** What can be done right now. */
  get options(): Options {
    const { position, animator } = this;
    if (!position || this.sending || animator.busy) return NOTHING;
    if (this.seat !== null && position.turn !== this.seat) return NOTHING;
    return optionsOf(choicesOf(this.legal, animator.scene.rows[position.turn] ?? []));
  }

  /** The values one may let a disc show. */
  get discs(): number[] {
    return drawable(this.legal);
  }

  marks(lit = true, look: Cell | null = null): Marks {
    const { options } = this;
    const holding = chosenMole(options, this.chosen);
    return {
      movable: lit ? [...options.moves.keys()].map(cellOf) : [],
      chosen: holding,
      targets: lit ? (options.places.length ? options.places : targetsOf(options, holding)) : [],
      pointed: this.notices.now?.cell ?? look,
    };
  }

  async tap(cell: Cell): Promise<void> {
    const { position, options } = this;
    if (!position || this.sending || this.animator.busy) return;
    if (this.seat !== null && position.turn !== this.seat) return;
    const own = position.moles[position.turn] ?? [];
    const meaning = tap(cell, options, this.chosen, own, position.disc);
    this.notices.clear();
    if (meaning.kind === 'choose') this.chosen = meaning.cell;
    else if (meaning.kind === 'unchoose') this.chosen = null;
    else if (meaning.kind === 'act' || meaning.kind === 'explain')
      await this.act(meaning.action as RecordAction);
    else await this.act({ type: 'move', from: own[0] ?? cell, to: cell });
  }

  /** Do it if it is allowed; if not, say why not. */
  async act(action: RecordAction): Promise<void> {
    if (this.sending) return;
    const run = this.run;
    const before = this.record.events.length;
    this.sending = true;
    try {
      const tried = await this.referee.attempt(this.record, action);
      if (run !== this.run) return;
      if (tried.ok) {
        const events = tried.record.events
          .slice(before)
          .map((event) =>
            event.type === 'draw' && action.type === 'draw' && action.slot !== undefined
              ? { ...event, slot: action.slot }
              : event,
          );
        this.record = { ...tried.record, events: [...this.record.events, ...events] };
        this.position = tried.position;
        this.legal = tried.legal;
        this.chosen = null;
        this.notices.clear();
        this.animator.add(events);
        this.sending = false;
        this.acted(events);
      } else {
        this.sending = false;
        this.notices.show({ text: tried.why.sentence, kind: 'no', cell: tried.why.cell });
        this.refused(tried.why);
      }
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.sending = false;
    this.notices.show({ text: problemOf(error), kind: 'no' });
  }
}
