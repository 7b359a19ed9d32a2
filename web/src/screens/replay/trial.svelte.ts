/**
 * A game one may try things in, without a table: a judge says what is allowed and what comes of it,
 * usually the server. The tutorial and the replay's own moves are played on it.
 */

import { announce } from '../../announce.svelte';
import { NOTHING, type Options, chosenMole, optionsOf, tap, targetsOf } from '../../board/choice';
import { type Cell, cellOf } from '../../board/hex';
import type { Speed } from '../../board/plan';
import {
  type GameRecord,
  type RecordAction,
  choicesOf,
  drawable,
  frameOf,
} from '../../board/record';
import type { Stack } from '../../board/stack';
import type { GameEvent } from '../../board/story';
import type { Marks } from '../../draw/marks';
import { Performer } from '../../draw/performer.svelte';
import { settings, wantsStillness } from '../../settings.svelte';
import { play } from '../../sound';
import type { Reason } from '../../wire/protocol';
import { type PlainPosition, records } from '../../wire/record';
import { problemOf } from '../problem';

export interface Notice {
  text: string;
  kind: 'no' | 'yes' | 'info';
  cell?: Cell;
}

/** Who knows the rules. */
export type Judge = Pick<typeof records, 'replay' | 'attempt'>;

export class Trial {
  record: GameRecord = $state.raw() as GameRecord;
  position: PlainPosition | null = $state.raw(null);
  legal: RecordAction[] = $state.raw([]);
  stack: Stack = $state.raw() as Stack;
  performer: Performer;
  chosen: Cell | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  /** An answer is waited for. */
  sending = $state(false);

  /** Told what an action led to, once it is drawn or about to be. */
  acted: (events: GameEvent[]) => void = () => undefined;
  refused: (why: Reason) => void = () => undefined;
  judge: Judge = records;

  private run = 0;

  constructor(
    record: GameRecord,
    /** The seat whose part one plays; null: everybody's. */
    readonly seat: number | null = null,
  ) {
    this.record = record;
    const frame = frameOf(record);
    this.stack = frame.stack;
    this.performer = new Performer(frame, () => this.speed);
    this.performer.done = (event) => {
      if (event.type === 'draw') play('flip');
    };
  }

  get speed(): Speed {
    return wantsStillness() ? 'off' : settings.speed;
  }

  /** Go to a position; what is allowed there is asked for. */
  async load(record: GameRecord): Promise<void> {
    const run = ++this.run;
    this.record = record;
    const frame = frameOf(record);
    this.stack = frame.stack;
    this.performer.game = frame;
    this.performer.jump(record.events);
    this.position = null;
    this.legal = [];
    this.chosen = null;
    this.notice = null;
    this.sending = true;
    try {
      const { positions, legal } = await this.judge.replay(record);
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
    const { position, performer } = this;
    if (!position || this.sending || performer.busy) return NOTHING;
    if (this.seat !== null && position.turn !== this.seat) return NOTHING;
    return optionsOf(choicesOf(this.legal, performer.scene.rows[position.turn] ?? []));
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
      pointed: this.notice?.cell ?? look,
    };
  }

  async tap(cell: Cell): Promise<void> {
    const { position, options } = this;
    if (!position || this.sending || this.performer.busy) return;
    if (this.seat !== null && position.turn !== this.seat) return;
    const own = position.moles[position.turn] ?? [];
    const meaning = tap(cell, options, this.chosen, own, position.disc);
    this.notice = null;
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
      const tried = await this.judge.attempt(this.record, action);
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
        this.notice = null;
        this.performer.add(events);
        this.sending = false;
        this.acted(events);
      } else {
        this.sending = false;
        this.show({ text: tried.why.sentence, kind: 'no', cell: tried.why.cell });
        this.refused(tried.why);
      }
    } catch (error) {
      if (run === this.run) this.fail(error);
    }
  }

  show(notice: Notice): void {
    this.notice = notice;
    announce(notice.text);
    if (notice.kind === 'no') play('no');
  }

  private fail(error: unknown): void {
    this.sending = false;
    const text = problemOf(error);
    this.show({ text, kind: 'no' });
  }
}
