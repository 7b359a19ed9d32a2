/**
 * Plays events on a board one after the other: the scene that is shown runs behind the game until
 * everything has been drawn.
 */

import { frameDrawn } from '../device/frame';
import { FACTOR, plan, type Speed, type Step } from '../board/animation';
import { after, type GameFrame, newScene, type Scene, sceneAt } from '../board/scene';
import type { GameEvent } from '../protocol/game';

/** Draws one step; the board does. It is done when the promise is kept. */
export type Animate = (step: Step) => Promise<void>;

/** A board on its way off the stack. */
export interface Lifting {
  level: number;
  /** As it was before. */
  scene: Scene;
  /** How long it takes. */
  ms: number;
}

/** A board that is to be seen next: it is drawn out of sight, first its slab, then what stands on it. */
export interface Coming {
  level: number;
  /** The slab alone. */
  bare: boolean;
}

/** With more events than this waiting, the rest is shown at once. */
const PATIENCE = 60;
/** How long somebody else's disc is looked at before anything is done with it, at normal speed. */
const LINGER = 700;

export class Animator {
  /** What is shown. */
  scene: Scene = $state.raw(newScene(0, 0));
  /** Whether something is still being drawn. */
  busy = $state(false);
  /** How many events wait to be drawn. */
  waiting = $state(0);
  /** The seat whose event is being drawn. */
  seat: number | null = $state(null);
  /** The board that is being lifted off, with what stood on it. */
  lifting: Lifting | null = $state.raw(null);
  coming: Coming | null = $state.raw(null);

  animate: Animate | null = null;
  /** Told of every event as it is drawn, before and after. */
  before: (event: GameEvent, scene: Scene) => void = () => undefined;
  done: (event: GameEvent, scene: Scene) => void = () => undefined;
  /** Whether the person at this screen turned the disc, and so has looked at it. */
  isOwn: (seat: number) => boolean = () => true;

  private queue: GameEvent[] = [];
  private run = 0;
  /** What is being drawn and not in the scene yet: a move, a board that begins to leave. */
  private moving: GameEvent | null = null;

  constructor(
    public game: GameFrame,
    private readonly speed: () => Speed,
  ) {}

  /** Show the game after these events, without a story. */
  jump(events: readonly GameEvent[]): void {
    this.show(sceneAt(this.game, events));
  }

  /** Show it as `jump` does; another board than the one in sight comes once it has been drawn. */
  async leap(events: readonly GameEvent[]): Promise<void> {
    const scene = sceneAt(this.game, events);
    if (this.isDrawn && scene.level !== this.scene.level) {
      this.show(this.scene);
      this.busy = true;
      if (!(await this.prepare(scene.level, this.run))) return;
    }
    this.show(scene);
  }

  /** Show a scene as it is. */
  show(scene: Scene): void {
    this.run++;
    this.moving = null;
    this.queue = [];
    this.waiting = 0;
    this.busy = false;
    this.lifting = this.coming = null;
    this.scene = scene;
  }

  /** Draw these events after those that are waiting. */
  add(events: readonly GameEvent[]): void {
    this.queue.push(...events);
    this.waiting = this.queue.length;
    if (this.queue.length > PATIENCE) return this.skip();
    if (!this.busy && this.queue.length) void this.play(this.run);
  }

  /** Show everything that waits at once. */
  skip(): void {
    this.run++;
    const moving = this.moving;
    this.moving = null;
    for (const event of [...(moving ? [moving] : []), ...this.queue.splice(0)]) this.commit(event);
    this.waiting = 0;
    this.busy = false;
    this.lifting = this.coming = null;
  }

  /** Whether somebody looks at a board. */
  private get isDrawn(): boolean {
    return !!this.animate && !(typeof document !== 'undefined' && document.hidden);
  }

  /** Draw a board out of sight, a piece in each frame; whether it is still wanted then. */
  private async prepare(level: number, run: number): Promise<boolean> {
    if (!this.game.stack.levels[level]) return true;
    for (const bare of [true, false]) {
      this.coming = { level, bare };
      await frameDrawn();
      if (run !== this.run) return false;
    }
    return true;
  }

  private async play(run: number): Promise<void> {
    this.busy = true;
    while (run === this.run && this.queue.length) {
      const event = this.queue.shift()!;
      this.waiting = this.queue.length;
      if ('player' in event) this.seat = event.player;
      this.before(event, this.scene);
      await this.draw(event, run);
    }
    if (run === this.run) this.busy = false;
  }

  private async draw(event: GameEvent, run: number): Promise<void> {
    const steps = this.isDrawn ? plan(this.scene, event, this.game.stack, this.speed()) : [];
    if (event.type === 'draw' && steps.length && !this.isOwn(event.player))
      steps.push({ kind: 'wait', ms: LINGER * FACTOR[this.speed()] });
    const animate = async () => {
      for (const step of steps) if (run === this.run) await this.animate!(step);
    };
    if (event.type === 'move') {
      this.moving = event;
      await animate();
      if (run !== this.run) return;
      this.moving = null;
      this.commit(event);
    } else {
      if (event.type === 'lift' && this.isDrawn) {
        this.moving = event;
        if (!(await this.prepare(event.level + 1, run))) return;
        if (steps.length) {
          this.lifting = { level: event.level, scene: this.scene, ms: steps[0]!.ms };
          this.coming = null;
          // It is drawn over the stack first and the stack without it afterwards: one frame has less to do.
          await frameDrawn();
          if (run !== this.run) return;
        }
        this.moving = this.coming = null;
      }
      this.commit(event);
      await animate();
      if (run === this.run) this.lifting = null;
    }
  }

  private commit(event: GameEvent): void {
    this.scene = after(this.scene, event, this.game.stack);
    this.done(event, this.scene);
  }
}
