/** The companion's side of a real table: what was told, what the server says of it, what is asked. */

import { cellOf } from '../../board/hex';
import { makeStack, type Stack } from '../../board/stack';
import { announce } from '../../device/announce.svelte';
import { animationSpeed } from '../../device/settings.svelte';
import { play } from '../../device/sound';
import { keep, kept } from '../../device/store';
import { Animator } from '../../draw/animator.svelte';
import { type Marks, NO_MARKS } from '../../draw/marks';
import {
  chosenMole,
  isChoice,
  NOTHING,
  type Options,
  optionsOf,
  tap,
  targetsOf,
} from '../../game/choice';
import {
  moleCount,
  newRealTable,
  readRealTable,
  type RealTable,
  sceneOf,
} from '../../game/realtable';
import { choicesOf } from '../../game/record';
import { t } from '../../messages/index.svelte';
import { problemOf } from '../../parts/failure';
import { ownBoards, plain } from '../../parts/ownboards.svelte';
import type { Counsel, Ruling } from '../../protocol/companion';
import type { Cell, PlainBoardSet } from '../../protocol/game';
import type { RecordAction } from '../../protocol/record';
import { TEAMS } from '../../protocol/table';
import { counselOn } from '../../wire/companion';

const PLACE = 'taupes.companion';
/** How many steps can be taken back. */
const DEPTH = 200;

/** The order in which people think of a table; asking comes last. */
export const STEPS = ['players', 'boards', 'moles', 'turn', 'ask'] as const;
export type Step = (typeof STEPS)[number];

export interface Asked {
  action: RecordAction;
  ruling: Ruling;
}

export class Companion {
  table: RealTable;
  shipped: PlainBoardSet[];
  /** What is told just now, or that the table is asked about. */
  step: Step = $state('players');
  /** What became of the table by itself, in words. */
  note = $state('');
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
  readonly animator: Animator;

  private past: RealTable[] = $state.raw([]);
  private run = 0;

  constructor(shipped: PlainBoardSet[], preset: string) {
    this.shipped = $state.raw(shipped);
    const before = readRealTable(kept(PLACE));
    const first = shipped[0]!;
    const fresh = newRealTable(2, first.name, first.levels.length, preset);
    this.table = $state.raw(before && this.setOf(before.boards) ? before : fresh);
    if (moleCount(this.table)) this.step = 'moles';
    const frame = { stack: this.stack, seats: this.table.seen.moles.length, moles: 0 };
    this.animator = new Animator(frame, animationSpeed);
    this.lay();
  }

  /** The boards of a set, shipped or one's own. */
  setOf(id: string): PlainBoardSet | undefined {
    if (id.startsWith('own:')) return ownBoards().find((one) => `own:${one.id}` === id)?.boards;
    return this.shipped.find((one) => one.name === id);
  }

  stack: Stack = $derived.by(() => {
    const set = this.setOf(this.table.boards) ?? this.shipped[0]!;
    return makeStack(set, this.table.orientations);
  });

  /** Who plays: the teams, by seat. */
  people: { name: string; team: (typeof TEAMS)[number] }[] = $derived.by(() =>
    this.table.seen.moles.map((_, seat) => ({
      name: t(`companion.team_${TEAMS[seat]!}`),
      team: TEAMS[seat]!,
    })),
  );

  get asking(): boolean {
    return this.step === 'ask';
  }

  /** One step on, or back. */
  walk(by: 1 | -1): void {
    this.step = STEPS[STEPS.indexOf(this.step) + by] ?? this.step;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  // Telling.

  /** The table stands otherwise now. */
  tell(table: RealTable): void {
    if (table === this.table) return;
    this.past = [...this.past, this.table].slice(-DEPTH);
    this.become(table);
    this.lay();
  }

  /** The table stands on other boards now, or has other players: say what had to go. */
  refit(table: RealTable): void {
    const gone = moleCount(this.table) - moleCount(table);
    this.tell(table);
    this.note = gone > 0 ? t('companion.dropped', { count: gone }) : '';
  }

  undo(): void {
    const back = this.past.at(-1);
    if (!back) return;
    this.past = this.past.slice(0, -1);
    this.become(back);
    this.lay();
  }

  private become(table: RealTable): void {
    this.table = table;
    this.hand = Math.min(this.hand, table.seen.moles.length - 1);
    this.chosen = this.asked = this.hint = this.over = null;
    this.problem = this.note = '';
    keep(PLACE, JSON.stringify(table));
    void this.consult();
  }

  /** Draw the table as it was told. */
  private lay(): void {
    const { stack, table } = this;
    this.animator.game = { stack, seats: table.seen.moles.length, moles: 0 };
    this.animator.show(sceneOf(table.seen));
  }

  // Asking.

  options: Options = $derived.by(() => {
    if (!this.asking || !this.counsel || this.animator.busy || this.over) return NOTHING;
    return optionsOf(choicesOf(this.counsel.legal, []));
  });

  /** Whether there is something to ask a strong player about. */
  get mayAdvise(): boolean {
    return isChoice(this.options);
  }

  marks: Marks = $derived.by(() => {
    if (!this.asking) return NO_MARKS;
    if (this.faults.length) return { ...NO_MARKS, flagged: this.faults };
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
    const { seen } = this.table;
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
    const { asked, table } = this;
    if (!asked?.ruling.legal) return;
    const { after, events, result } = asked.ruling;
    this.past = [...this.past, table].slice(-DEPTH);
    this.become(after ? { ...table, seen: after } : table);
    this.over = result;
    this.animator.add(events);
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
    const { table, people } = this;
    const set = this.setOf(table.boards);
    try {
      const counsel = await counselOn({
        position: table.seen,
        names: people.map((one) => one.name),
        boards: set && table.boards.startsWith('own:') ? plain(set) : table.boards,
        orientations: table.orientations,
        preset: table.preset,
        ...more,
      });
      // The table may stand otherwise by now.
      return this.table === table ? counsel : null;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }
}
