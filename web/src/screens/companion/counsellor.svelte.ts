/** The companion's side of a real table: what was told, what the server says of it, what is asked. */

import { announce } from '../../announce.svelte';
import {
  type Options,
  NOTHING,
  chosenMole,
  isChoice,
  optionsOf,
  tap,
  targetsOf,
} from '../../board/choice';
import { type Desk, newDesk, readDesk, sceneOf } from '../../board/desk';
import { type Cell, cellOf } from '../../board/hex';
import type { Speed } from '../../board/plan';
import { type RecordAction, choicesOf } from '../../board/record';
import { type PlainBoardSet, type Stack, makeStack } from '../../board/stack';
import { type Marks, NO_MARKS } from '../../draw/marks';
import { Performer } from '../../draw/performer.svelte';
import { language, t } from '../../messages/index.svelte';
import { settings, wantsStillness } from '../../settings.svelte';
import { play } from '../../sound';
import { type Counsel, type Ruling, counselOn } from '../../wire/companion';
import { ownBoards, plain } from '../boards/shelf.svelte';
import { problemOf } from '../problem';
import { TEAMS } from '../teams';

const PLACE = 'taupes.companion';
/** How many steps can be taken back. */
const DEPTH = 200;

export interface Asked {
  action: RecordAction;
  ruling: Ruling;
}

export class Counsellor {
  desk: Desk;
  shipped: PlainBoardSet[];
  /** Telling how the table stands, or asking about it. */
  asking = $state(false);
  /** The seat whose moles are put down. */
  hand = $state(0);
  counsel: Counsel | null = $state.raw(null);
  chosen: Cell | null = $state.raw(null);
  asked: Asked | null = $state.raw(null);
  hint: Counsel['hint'] = $state.raw(null);
  over: Ruling['result'] = $state.raw(null);
  /** The server is working out an answer. */
  busy = $state(true);
  thinking = $state(false);
  problem = $state('');
  readonly performer: Performer;

  private past: Desk[] = $state.raw([]);
  private run = 0;

  constructor(shipped: PlainBoardSet[], preset: string) {
    this.shipped = $state.raw(shipped);
    const kept = readDesk(typeof localStorage === 'undefined' ? null : localStorage.getItem(PLACE));
    const first = shipped[0]!;
    const fresh = newDesk(2, first.name, first.levels.length, preset);
    this.desk = $state.raw(kept && this.setOf(kept.boards) ? kept : fresh);
    const frame = { stack: this.stack, seats: this.desk.seen.moles.length, moles: 0 };
    this.performer = new Performer(frame, () => this.speed);
    this.lay();
  }

  get speed(): Speed {
    return wantsStillness() ? 'off' : settings.speed;
  }

  /** The boards of a set, shipped or one's own. */
  setOf(id: string): PlainBoardSet | undefined {
    if (id.startsWith('own:')) return ownBoards().find((one) => `own:${one.id}` === id)?.boards;
    return this.shipped.find((one) => one.name === id);
  }

  stack: Stack = $derived.by(() => {
    const set = this.setOf(this.desk.boards) ?? this.shipped[0]!;
    return makeStack(set, this.desk.orientations);
  });

  /** Who plays: the teams, by seat. */
  people: { name: string; team: (typeof TEAMS)[number] }[] = $derived.by(() =>
    this.desk.seen.moles.map((_, seat) => ({
      name: t(`companion.team_${TEAMS[seat]!}`),
      team: TEAMS[seat]!,
    })),
  );

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  // Telling.

  /** The table stands otherwise now. */
  tell(desk: Desk): void {
    if (desk === this.desk) return;
    this.past = [...this.past, this.desk].slice(-DEPTH);
    this.become(desk);
    this.lay();
  }

  undo(): void {
    const back = this.past.at(-1);
    if (!back) return;
    this.past = this.past.slice(0, -1);
    this.become(back);
    this.lay();
  }

  private become(desk: Desk): void {
    this.desk = desk;
    this.hand = Math.min(this.hand, desk.seen.moles.length - 1);
    this.chosen = this.asked = this.hint = this.over = null;
    this.problem = '';
    try {
      localStorage.setItem(PLACE, JSON.stringify(desk));
    } catch {
      // A full or forbidden store: the table is remembered for this visit.
    }
    void this.consult();
  }

  /** Draw the table as it was told. */
  private lay(): void {
    const { stack, desk } = this;
    this.performer.game = { stack, seats: desk.seen.moles.length, moles: 0 };
    this.performer.show(sceneOf(desk.seen));
  }

  // Asking.

  options: Options = $derived.by(() => {
    if (!this.asking || !this.counsel || this.performer.busy || this.over) return NOTHING;
    return optionsOf(choicesOf(this.counsel.legal, []));
  });

  /** Whether there is something to ask a strong player about. */
  get mayAdvise(): boolean {
    return isChoice(this.options);
  }

  marks: Marks = $derived.by(() => {
    if (!this.asking) return { ...NO_MARKS, flagged: this.faults };
    const { options, asked, hint } = this;
    const holding = chosenMole(options, this.chosen);
    const action = asked?.action;
    const refused = asked && !asked.ruling.legal ? (asked.ruling.reasons[0]?.cell ?? null) : null;
    const best = hint?.action;
    return {
      movable: [...options.moves.keys()].map(cellOf),
      chosen: holding,
      targets: options.places.length ? options.places : targetsOf(options, holding),
      pending: asked?.ruling.legal && action?.type === 'move' ? action.to : null,
      pointed: refused,
      advised:
        best?.type === 'move'
          ? { from: best.from, to: best.to }
          : best?.type === 'place'
            ? { from: null, to: best.cell }
            : null,
    };
  });

  /** Cells that the objections to the position speak of. */
  private get faults(): Cell[] {
    return this.counsel?.problems.flatMap((one) => (one.cell ? [one.cell] : [])) ?? [];
  }

  /** Somebody points at a cell while asking. */
  point(cell: Cell): void {
    const { seen } = this.desk;
    const own = seen.moles[seen.turn] ?? [];
    const meaning = tap(cell, this.options, this.chosen, own, seen.disc || null);
    if (meaning.kind === 'choose') {
      this.chosen = meaning.cell;
      this.asked = null;
    } else if (meaning.kind === 'unchoose') this.chosen = this.asked = null;
    else if (meaning.kind === 'act' || meaning.kind === 'explain')
      void this.rule(meaning.action as RecordAction);
  }

  /** May they? */
  async rule(action: RecordAction): Promise<void> {
    if (action.type === 'move') this.chosen = action.from;
    const counsel = await this.ask({ action });
    if (!counsel?.ruling) return;
    this.asked = { action, ruling: counsel.ruling };
    const verdict = t(counsel.ruling.legal ? 'companion.yes' : 'companion.no');
    announce([verdict, ...counsel.ruling.reasons.map((one) => one.sentence)].join(' '));
    if (!counsel.ruling.legal) play('no');
  }

  /** What was asked about is done on the table. */
  go(): void {
    const { asked, desk } = this;
    if (!asked?.ruling.legal) return;
    const { after, events, result } = asked.ruling;
    this.past = [...this.past, desk].slice(-DEPTH);
    this.become(after ? { ...desk, seen: after } : desk);
    this.over = result;
    this.performer.add(events);
  }

  /** What would a strong player do? */
  async advise(): Promise<void> {
    this.thinking = true;
    const counsel = await this.ask({ hint: true });
    this.thinking = false;
    this.hint = counsel?.hint ?? null;
    this.asked = null;
    const best = this.hint?.action;
    this.chosen = best?.type === 'move' ? best.from : null;
  }

  /** What is wrong with the position, or what may be done in it. */
  async consult(): Promise<void> {
    const run = ++this.run;
    this.busy = true;
    const counsel = await this.ask({});
    if (run !== this.run) return;
    this.counsel = counsel;
    this.busy = false;
  }

  private async ask(more: { action?: RecordAction; hint?: boolean }): Promise<Counsel | null> {
    const { desk, people } = this;
    const set = this.setOf(desk.boards);
    try {
      const counsel = await counselOn({
        position: desk.seen,
        names: people.map((one) => one.name),
        boards: set && desk.boards.startsWith('own:') ? plain(set) : desk.boards,
        orientations: desk.orientations,
        preset: desk.preset,
        language: language(),
        ...more,
      });
      // The table may stand otherwise by now.
      return this.desk === desk ? counsel : null;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }
}
