/** A table as the person at this screen sees and plays it: the view, what is drawn, what can be done. */

import { tick } from 'svelte';
import { announce } from '../../announce.svelte';
import { chanceOf } from '../../board/advice';
import {
  type Options,
  NOTHING,
  chosenMole,
  forced,
  isChoice,
  optionsOf,
  tap,
  targetsOf,
} from '../../board/choice';
import { type Cell, cellName, same } from '../../board/hex';
import type { Speed } from '../../board/plan';
import { type Stack, makeStack } from '../../board/stack';
import { type GameEvent, type Scene, sceneAt } from '../../board/story';
import type { Marks } from '../../draw/marks';
import { Performer } from '../../draw/performer.svelte';
import { t } from '../../messages/index.svelte';
import { settings, wantsStillness } from '../../settings.svelte';
import { play } from '../../sound';
import { wire } from '../../wire/connection.svelte';
import type {
  Happening,
  Hint,
  PlayerAction,
  ServerMessage,
  TableMessage,
  TableView,
} from '../../wire/protocol';
import { follow } from '../../wire/table';
import { isEager, nonce } from '../start';
import { tell } from './tell';

/** Something to read above the board: a refusal, an explanation. */
export interface Notice {
  text: string;
  kind: 'no' | 'info';
  cell?: Cell;
}

const EMPTY: Stack = { name: '', levels: [], radius: 0 };

/** A message without its table, whatever its type. */
type Without<M> = M extends { table: string } ? Omit<M, 'table'> : never;

export class Session {
  view: TableView | null = $state.raw(null);
  /** Why the table cannot be seen. */
  problem = $state('');
  here: boolean[] = $state.raw([]);
  spectators = $state(0);
  stack: Stack = $state.raw(EMPTY);
  performer: Performer;
  /** The mole in hand. */
  chosen: Cell | null = $state.raw(null);
  /** A move that waits to be confirmed. */
  pending: Extract<PlayerAction, { type: 'move' }> | null = $state.raw(null);
  notice: Notice | null = $state.raw(null);
  /** How many events of the game are shown while looking back; null is the present. */
  peek: number | null = $state(null);
  /** An answer is waited for. */
  sending = $state(false);
  unread = $state(0);
  /** What a strong player would do, if it was asked for. */
  hint: Hint | null = $state.raw(null);
  /** A bot is thinking for us. */
  thinking = $state(false);

  private stop: () => void = () => undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {
    this.performer = new Performer({ stack: EMPTY, seats: 0, moles: 0 }, () => this.speed);
    this.performer.before = (event, scene) => this.tellEvent(event, scene);
    this.performer.done = (event) => {
      if (event.type === 'draw') play('flip');
    };
  }

  /** Follow the table until `close`. */
  open(): void {
    this.stop = wire.follow(this.table, {
      since: () => this.view?.number ?? null,
      receive: (message) => this.receive(message),
    });
  }

  close(): void {
    this.stop();
    clearTimeout(this.timer);
  }

  get speed(): Speed {
    return wantsStillness() ? 'off' : settings.speed;
  }

  position = $derived.by(() => {
    return this.view?.position ?? null;
  });

  /** Whose turn is shown: while events are drawn, theirs. */
  turn: number | null = $derived.by(() => {
    if (!this.position || this.view?.stage !== 'playing')
      return this.performer.busy ? this.performer.seat : null;
    return this.performer.busy && this.performer.seat !== null
      ? this.performer.seat
      : this.position.turn;
  });

  /** The game as far as it is shown. */
  told: GameEvent[] = $derived.by(() => {
    return this.view?.events.slice(0, this.performer.scene.events) ?? [];
  });

  teams: string[] = $derived.by(() => {
    return this.view?.seats.map((seat) => seat.team) ?? [];
  });

  /** The seat of this screen that is to act, or null. */
  acting: number | null = $derived.by(() => {
    const { view, position } = this;
    if (!view || !position || view.stage !== 'playing') return null;
    return view.you.includes(position.turn) && position.phase !== 'over' ? position.turn : null;
  });

  /** What can be done right now; nothing while something is drawn or on its way. */
  options: Options = $derived.by(() => {
    const { position } = this;
    if (this.acting === null || !position) return NOTHING;
    if (this.performer.busy || this.sending || this.peek !== null) return NOTHING;
    return optionsOf(position.legal);
  });

  forced: 'pass' | 'blocked' | null = $derived.by(() => {
    return forced(this.options);
  });

  /** Whether a bot may be asked now: where others play too, only if the table allows it. */
  mayAsk: boolean = $derived.by(() => {
    const { view } = this;
    if (!view || !isChoice(this.options)) return false;
    const alone = view.seats.every((seat, i) => seat.kind !== 'person' || view.you.includes(i));
    return alone || !!view.setup.hints;
  });

  /** What is drawn: the present, or the moment looked back at. */
  scene: Scene = $derived.by(() => {
    if (this.peek === null || !this.view) return this.performer.scene;
    return sceneAt(this.performer.game, this.view.events, this.peek);
  });

  marks: Marks = $derived.by(() => {
    const options = this.options;
    const holding = this.pending ? this.pending.from : chosenMole(options, this.chosen);
    const help = settings.help;
    return {
      movable: help || holding ? movers(options, help ? null : holding) : [],
      chosen: holding,
      targets: options.places.length
        ? help
          ? options.places
          : []
        : targetsOf(options, holding).filter(() => help || holding !== null),
      pending: this.pending?.to ?? null,
      pointed: this.notice?.cell ?? null,
      advised: this.advised,
    };
  });

  /** The way of the hint, while its position is the present one. */
  private advised: Marks['advised'] = $derived.by(() => {
    const { hint, position } = this;
    if (!hint || hint.events !== position?.events || this.acting === null) return null;
    if (hint.action.type === 'place') return { from: null, to: hint.action.cell };
    return hint.action.type === 'move' ? { from: hint.action.from, to: hint.action.to } : null;
  });

  // What the person does.

  tap(cell: Cell): void {
    const { position, acting } = this;
    if (!position) return;
    if (this.pending && same(this.pending.to, cell)) return this.confirm();
    this.pending = null;
    if (acting === null || this.performer.busy || this.peek !== null) return;
    const own = position.moles[acting] ?? [];
    const meaning = tap(cell, this.options, this.chosen, own, position.disc);
    this.clearNotice();
    if (meaning.kind === 'choose') this.chosen = meaning.cell;
    else if (meaning.kind === 'unchoose') this.chosen = null;
    else if (meaning.kind === 'explain') void this.explain(meaning.action);
    else if (meaning.kind === 'act') {
      if (settings.confirm && meaning.action.type === 'move') this.pending = meaning.action;
      else void this.act(meaning.action);
    }
  }

  confirm(): void {
    if (this.pending) void this.act(this.pending);
  }

  letGo(): void {
    this.chosen = this.pending = null;
    this.clearNotice();
  }

  async act(action: PlayerAction): Promise<void> {
    const { acting, position } = this;
    if (acting === null || !position || this.sending) return;
    this.pending = null;
    this.clearNotice();
    await this.send({ type: 'act', seat: acting, at: position.events, action });
    this.chosen = null;
  }

  /** Send something about this table; a refusal is shown. */
  async send(message: Without<TableMessage>): Promise<boolean> {
    const acts = message.type === 'act';
    if (acts) this.sending = true;
    const answer = await wire.send({ ...message, table: this.table } as TableMessage);
    if (acts) this.sending = false;
    if (answer.type !== 'refused') return true;
    if (answer.code !== 'stale')
      this.show({ text: answer.sentence, kind: 'no', cell: answer.why?.cell });
    return false;
  }

  async explain(action: PlayerAction): Promise<void> {
    const answer = await wire.send({ type: 'explain', table: this.table, action });
    if (answer.type !== 'explained') return;
    const [reason] = answer.reasons;
    if (reason)
      this.show({ text: reason.sentence, kind: answer.legal ? 'info' : 'no', cell: reason.cell });
  }

  /** Ask what a strong player would do; false if nobody says. */
  async ask(): Promise<boolean> {
    const { acting } = this;
    if (acting === null || this.thinking) return false;
    this.thinking = true;
    const answer = await wire.send({ type: 'hint', table: this.table, seat: acting });
    this.thinking = false;
    if (answer.type === 'refused') this.show({ text: answer.sentence, kind: 'no' });
    if (answer.type !== 'hint' || answer.events !== this.position?.events) return false;
    this.hint = answer;
    this.chosen = answer.action.type === 'move' ? answer.action.from : null;
    this.show({ text: this.advice(answer), kind: 'info' });
    return true;
  }

  private advice({ action, choices }: Hint): string {
    const at = (cell: Cell) => cellName(cell, this.stack.radius);
    const chance = chanceOf(action, choices);
    const values = {
      percent: chance === undefined ? '' : Math.round(chance * 100),
      from: action.type === 'move' ? at(action.from) : '',
      to: action.type === 'move' ? at(action.to) : action.type === 'place' ? at(action.cell) : '',
    };
    const said = t(`hint.${action.type}`, values);
    return chance === undefined ? said : `${said} ${t('hint.chance', values)}`;
  }

  show(notice: Notice): void {
    this.notice = notice;
    announce(notice.text);
    if (notice.kind === 'no') play('no');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.notice = null), 7000);
  }

  private clearNotice(): void {
    clearTimeout(this.timer);
    this.notice = null;
    this.hint = null;
  }

  // What the server says.

  private receive(message: ServerMessage): void {
    if (message.type === 'table') this.arrive(message.view);
    else if (message.type === 'presence') {
      this.here = message.here;
      this.spectators = message.spectators;
    } else if (message.type === 'refused' && !this.view) this.problem = message.sentence;
    else if (message.type === 'update' && this.view) {
      const next = follow(this.view, message);
      if (next.gap) return wire.rejoin(this.table);
      const started = !this.view.game && next.view.game;
      this.view = next.view;
      if (started) this.lay();
      this.tellNews(next.news);
    }
  }

  /** The whole table: show it as it is. */
  private arrive(view: TableView): void {
    const first = this.view === null;
    this.view = view;
    this.problem = '';
    this.lay();
    if (first && view.stage === 'open') void this.prepare(view);
  }

  private lay(): void {
    const game = this.view?.game;
    if (!this.view || !game) return;
    this.stack = makeStack(game.boards, game.orientations, game.rules);
    this.performer.game = { stack: this.stack, seats: this.view.seats.length, moles: game.moles };
    this.performer.jump(this.view.events);
    this.peek = null;
  }

  /** Add our numbers to the shuffling; begin at once if nobody is waited for. */
  private async prepare(view: TableView): Promise<void> {
    const eager = isEager(this.table);
    for (const seat of view.you) await this.send({ type: 'mix', seat, nonce: nonce() });
    if (eager && view.owner) await this.send({ type: 'start' });
  }

  private tellNews(news: Happening[]): void {
    for (const event of news) {
      if (event.type === 'acted') this.performer.add(event.events);
      else if (event.type === 'undone') this.lay();
      else if (event.type === 'said' && !this.view?.you.includes(event.seat)) {
        this.unread++;
        play('chat');
        void this.showSaid(event);
      }
      const sentence = tell(event, this.view!);
      if (sentence) announce(sentence);
    }
  }

  /** What was said is shown above the board, unless the chat is open. */
  private async showSaid(event: Happening): Promise<void> {
    await tick();
    if (this.unread && this.view) this.show({ text: tell(event, this.view), kind: 'info' });
  }

  private tellEvent(event: GameEvent, scene: Scene): void {
    const { view } = this;
    if (!view) return;
    const sentence = tell({ type: 'acted', seat: 0, by: 'person', events: [event] }, view, scene);
    if (sentence) announce(sentence);
  }
}

function movers(options: Options, only: Cell | null): Cell[] {
  if (only) return [only];
  return [...options.moves.keys()].map((name) => name.split(',').map(Number) as unknown as Cell);
}
