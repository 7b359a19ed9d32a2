/** A table as the person at this screen follows it: its view, who is there, what is drawn of it. */

import { type Scene, sceneAt } from '../board/scene';
import { type Stack, makeStack } from '../board/stack';
import { announce } from '../device/announce.svelte';
import { nonce } from '../device/nonce';
import { animationSpeed } from '../device/settings.svelte';
import { play } from '../device/sound';
import { Animator } from '../draw/animator.svelte';
import { isEager } from '../parts/creation';
import { noteGrowth } from '../parts/growth';
import { withNames } from '../parts/names';
import { tell, tellAnswer, tellEvent } from '../parts/narration';
import { NoticeBoard } from '../parts/notice.svelte';
import type { GameEvent } from '../protocol/game';
import type { ServerMessage, TableMessage } from '../protocol/messages';
import type { AskView, Happening, Stage, TableView } from '../protocol/table';
import { connectionOf } from '../wire/online.svelte';
import { follow } from '../wire/view';
import { Hand } from './hand.svelte';
import { Talk } from './talk.svelte';

const EMPTY: Stack = { name: '', levels: [], radius: 0 };
/** How long a notice stays, in milliseconds. */
const READ = 7000;

/** How long a disc that somebody else turned lies large over the board, in milliseconds. */
const LOOK = 2400;

/** A disc that somebody else has just turned. */
export interface Turned {
  seat: number;
  value: number;
  /** The number of its event. */
  event: number;
}

/** Wishes that a game which has begun meanwhile leaves behind: nobody need hear of that. */
const BEFORE = ['mix', 'start'];

/** A message without its table, whatever its type. */
type Without<M> = M extends { table: string } ? Omit<M, 'table'> : never;

export class Session {
  private said: TableView | null = $state.raw(null);
  /** The table as it is shown: everybody has a name in the page's language. */
  view: TableView | null = $derived.by(
    () => this.said && { ...this.said, seats: withNames(this.said.seats, this.said.you) },
  );
  /** Why the table cannot be seen. */
  problem = $state('');
  here: boolean[] = $state.raw([]);
  spectators = $state(0);
  /** Discs just turned by others, in their order. */
  turned: readonly Turned[] = $state.raw([]);
  /** The table begins as soon as everybody is here. */
  gathers = $state(false);
  stack: Stack = $state.raw(EMPTY);
  /** How many events of the game are shown while looking back; null is the present. */
  lookback: number | null = $state(null);
  readonly animator = new Animator({ stack: EMPTY, seats: 0, moles: 0 }, animationSpeed);
  readonly notices = new NoticeBoard(READ);
  readonly hand = new Hand(this);
  readonly talk = new Talk(this);

  private stop: () => void = () => undefined;

  constructor(readonly table: string) {
    this.animator.isOwn = (seat) => !!this.view?.you.includes(seat);
    this.animator.before = (event, scene) => {
      if (this.view) announce(tellEvent(event, this.view, scene, this.stack));
      if (event.type === 'draw' && !this.animator.isOwn(event.player))
        this.showTurned({ seat: event.player, value: event.disc, event: scene.events });
    };
    this.animator.done = (event) => {
      if (event.type === 'draw') play('flip');
    };
  }

  /** Follow the table until `close`. */
  open(): void {
    this.stop = connectionOf(this.table).follow(this.table, {
      since: () => this.view?.number ?? null,
      receive: (message) => this.receive(message),
    });
  }

  close(): void {
    this.stop();
    this.notices.clear();
  }

  position = $derived.by(() => this.view?.position ?? null);

  /** The stage as far as it is to be seen: a game is over when its last event has been drawn. */
  stage: Stage = $derived.by(() => {
    const stage = this.view?.stage ?? 'open';
    return this.animator.busy && (stage === 'over' || stage === 'closed') ? 'playing' : stage;
  });

  /** Whose turn is shown: while events are drawn, theirs. */
  turn: number | null = $derived.by(() => {
    if (!this.position || this.view?.stage !== 'playing')
      return this.animator.busy ? this.animator.seat : null;
    return this.animator.busy && this.animator.seat !== null
      ? this.animator.seat
      : this.position.turn;
  });

  /** The seat of this screen that is to act, or null. */
  acting: number | null = $derived.by(() => {
    const { view, position } = this;
    if (!view || !position || view.stage !== 'playing') return null;
    return view.you.includes(position.turn) && position.phase !== 'over' ? position.turn : null;
  });

  /** What is drawn: the present, or the moment looked back at. */
  scene: Scene = $derived.by(() => {
    if (this.lookback === null || !this.view) return this.animator.scene;
    return sceneAt(this.animator.game, this.view.events, this.lookback);
  });

  /** The game as far as it is shown. */
  told: GameEvent[] = $derived.by(
    () => this.view?.events.slice(0, this.animator.scene.events) ?? [],
  );

  teams: string[] = $derived.by(() => this.view?.seats.map((seat) => seat.team) ?? []);

  /** Send something about this table; a refusal is shown, one of a `mild` kind without a fuss. */
  async send(message: Without<TableMessage>, mild: readonly string[] = []): Promise<boolean> {
    const answer = await connectionOf(this.table).send({
      ...message,
      table: this.table,
    } as TableMessage);
    if (answer.type !== 'refused') return true;
    const kind = mild.includes(answer.code) ? 'info' : 'no';
    const late = answer.code === 'table_not_open' && BEFORE.includes(message.type);
    if (answer.code !== 'stale' && !late)
      this.notices.show({ text: answer.sentence, kind, cell: answer.why?.cell });
    return false;
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'table') this.arrive(message.view);
    else if (message.type === 'presence') {
      this.here = message.here;
      this.spectators = message.spectators;
      this.beginIfComplete();
    } else if (message.type === 'refused' && (!this.view || message.code === 'no_such_table'))
      // It never was, or it was deleted meanwhile.
      this.problem = message.sentence;
    else if (message.type === 'refused' && !message.id)
      // Nobody asked: a bot's move could not be stored, for one.
      this.notices.show({ text: message.sentence, kind: 'no' });
    else if (message.type === 'update' && this.said && this.view) {
      const next = follow(this.said, message);
      if (next.gap) return connectionOf(this.table).rejoin(this.table);
      const started = !this.view.game && next.view.game;
      const { ask } = this.view;
      this.said = next.view;
      noteGrowth(next.view);
      if (started) this.lay();
      for (const one of next.news) this.hear(one, ask);
      this.beginIfComplete();
    }
  }

  /** The whole table: show it as it is. */
  private arrive(view: TableView): void {
    const first = this.view === null;
    this.said = view;
    noteGrowth(view);
    this.problem = '';
    this.lay();
    if (first && view.stage === 'open') void this.prepare(view);
  }

  private lay(): void {
    const game = this.view?.game;
    if (!this.view || !game) return;
    this.stack = makeStack(game.boards, game.orientations, game.rules);
    this.animator.game = { stack: this.stack, seats: this.view.seats.length, moles: game.moles };
    this.animator.jump(this.view.events);
    this.lookback = null;
  }

  /** Add our numbers to the shuffling; begin as soon as nobody is waited for, if so wished. */
  private async prepare(view: TableView): Promise<void> {
    this.gathers = isEager(this.table);
    for (const seat of view.you) await this.send({ type: 'mix', seat, nonce: nonce() });
    this.beginIfComplete();
  }

  /** People of a table that has not begun who are not here. */
  missing: number[] = $derived.by(() => {
    const { view, here } = this;
    if (!view || view.stage !== 'open') return [];
    const absent = view.seats.flatMap((seat, i) => (seat.kind === 'bot' || here[i] ? [] : [i]));
    return absent.filter((seat) => !view.you.includes(seat));
  });

  private beginIfComplete(): void {
    if (!this.gathers || !this.view?.owner || this.view.stage !== 'open') return;
    if (this.missing.length) return;
    this.gathers = false;
    void this.send({ type: 'start' });
  }

  private hear(event: Happening, ask: AskView | null): void {
    if (event.type === 'acted') this.animator.add(event.events);
    else if (event.type === 'undone') this.lay();
    if (!this.talk.hear(event)) return;
    const sentence = tell(event, this.view!);
    if (sentence) announce(sentence);
    const answer = tellAnswer(event, this.view!, ask);
    if (answer) this.notices.show({ text: answer, kind: 'info' });
  }

  private showTurned(one: Turned): void {
    const others = this.turned.filter(({ seat }) => seat !== one.seat);
    this.turned = [...others, one];
    setTimeout(() => (this.turned = this.turned.filter((other) => other !== one)), LOOK);
  }
}
