/** The hand of the person at this screen: what it may do, what it holds, what it does. */

import { cellName, cellOf, same } from '../board/hex';
import { settings } from '../device/settings.svelte';
import type { Marks } from '../draw/marks';
import { chanceOf } from '../game/advice';
import {
  NOTHING,
  type Options,
  chosenMole,
  forced,
  isChoice,
  optionsOf,
  tap,
  targetsOf,
} from '../game/choice';
import { percent, t } from '../messages/index.svelte';
import type { Cell, PlayerAction } from '../protocol/game';
import type { Explained, Hint } from '../protocol/messages';
import { connectionOf } from '../wire/online.svelte';
import type { Session } from './session.svelte';

export class Hand {
  /** The mole in hand. */
  chosen: Cell | null = $state.raw(null);
  /** A placement or a move that waits to be confirmed. */
  pending: Extract<PlayerAction, { type: 'place' | 'move' }> | null = $state.raw(null);
  /** An action is on its way. */
  sending = $state(false);
  /** What a strong player would do, if it was asked for. */
  hint: Hint | null = $state.raw(null);
  /** A bot is thinking for us. */
  thinking = $state(false);

  constructor(private readonly session: Session) {}

  /** What can be done right now; nothing while something is drawn or on its way. */
  options: Options = $derived.by(() => {
    const { position, acting, animator, lookback } = this.session;
    if (acting === null || !position) return NOTHING;
    if (animator.busy || this.sending || lookback !== null) return NOTHING;
    return optionsOf(position.legal);
  });

  /** The only thing that can be done, if there is nothing to choose. */
  forced: 'pass' | 'blocked' | null = $derived.by(() => forced(this.options));

  /** Whether a bot may be asked now: where others play too, only if the table allows it. */
  mayAsk: boolean = $derived.by(() => {
    const { view } = this.session;
    if (!view || view.day || !isChoice(this.options)) return false;
    const alone = view.seats.every((seat, i) => seat.kind !== 'person' || view.you.includes(i));
    return alone || !!view.setup.hints;
  });

  /** What is lit up: with help everything that can be done, without it what is in hand. */
  marks: Marks = $derived.by(() => {
    const { options } = this;
    const { help } = settings;
    const { pending, target } = this;
    const holding = pending?.type === 'move' ? pending.from : chosenMole(options, this.chosen);
    const movable = help ? [...options.moves.keys()].map(cellOf) : holding ? [holding] : [];
    const places = help ? options.places : target ? [target] : [];
    return {
      movable,
      chosen: holding,
      targets: options.places.length ? places : targetsOf(options, holding),
      pending: target,
      pointed: this.session.notices.now?.cell ?? null,
      advised: this.advised,
    };
  });

  /** Where what waits to be confirmed leads. */
  private target: Cell | null = $derived.by(() => {
    const { pending } = this;
    return pending && (pending.type === 'move' ? pending.to : pending.cell);
  });

  /** The way of the hint, while its position is the present one. */
  private advised: Marks['advised'] = $derived.by(() => {
    const { hint } = this;
    const { position, acting } = this.session;
    if (!hint || hint.events !== position?.events || acting === null) return null;
    if (hint.action.type === 'place') return { from: null, to: hint.action.cell };
    return hint.action.type === 'move' ? { from: hint.action.from, to: hint.action.to } : null;
  });

  tap(cell: Cell): void {
    const { position, acting, animator, lookback } = this.session;
    if (!position) return;
    if (this.target && same(this.target, cell)) return this.confirm();
    this.pending = null;
    if (acting === null || animator.busy || lookback !== null) return;
    const own = position.moles[acting] ?? [];
    const meaning = tap(cell, this.options, this.chosen, own, position.disc);
    this.forget();
    if (meaning.kind === 'choose') this.chosen = meaning.cell;
    else if (meaning.kind === 'unchoose') this.chosen = null;
    else if (meaning.kind === 'explain') void this.explain(meaning.action);
    else if (meaning.kind === 'act') {
      const { action } = meaning;
      if (settings.confirm && (action.type === 'place' || action.type === 'move'))
        this.pending = action;
      else void this.act(action);
    }
  }

  confirm(): void {
    if (this.pending) void this.act(this.pending);
  }

  letGo(): void {
    this.chosen = this.pending = null;
    this.forget();
  }

  async act(action: PlayerAction): Promise<void> {
    const { acting, position } = this.session;
    if (acting === null || !position || this.sending) return;
    this.pending = null;
    this.forget();
    this.sending = true;
    await this.session.send({ type: 'act', seat: acting, at: position.events, action });
    this.sending = false;
    this.chosen = null;
  }

  /** What the rules say of an action; null if nobody says. */
  async ruling(action: PlayerAction): Promise<Explained | null> {
    const { table } = this.session;
    const answer = await connectionOf(table).send({ type: 'explain', table, action });
    return answer.type === 'explained' ? answer : null;
  }

  /** Show what the rules say of an action. */
  async explain(action: PlayerAction): Promise<void> {
    const ruling = await this.ruling(action);
    const reason = ruling?.reasons[0];
    if (!reason) return;
    const kind = ruling.legal ? 'info' : 'no';
    this.session.notices.show({ text: reason.sentence, kind, cell: reason.cell });
  }

  /** Ask what a strong player would do; false if nobody says. */
  async ask(): Promise<boolean> {
    const { acting, table, notices } = this.session;
    if (acting === null || this.thinking) return false;
    this.thinking = true;
    const answer = await connectionOf(table).send({ type: 'hint', table, seat: acting });
    this.thinking = false;
    if (answer.type === 'refused') notices.show({ text: answer.sentence, kind: 'no' });
    if (answer.type !== 'hint' || answer.events !== this.session.position?.events) return false;
    this.hint = answer;
    this.chosen = answer.action.type === 'move' ? answer.action.from : null;
    notices.show({ text: this.advice(answer), kind: 'info' });
    return true;
  }

  private advice({ action, choices }: Hint): string {
    const at = (cell: Cell) => cellName(cell, this.session.stack.radius);
    const chance = chanceOf(action, choices);
    const values = {
      percent: chance === undefined ? '' : percent(chance),
      from: action.type === 'move' ? at(action.from) : '',
      to: action.type === 'move' ? at(action.to) : action.type === 'place' ? at(action.cell) : '',
    };
    const said = t(`hint.${action.type}`, values);
    return chance === undefined ? said : `${said} ${t('hint.chance', values)}`;
  }

  /** What was said of the position is no longer of use. */
  private forget(): void {
    this.session.notices.clear();
    this.hint = null;
  }
}
