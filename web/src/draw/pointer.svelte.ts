/**
 * Pointers on a board: a tap is a cell, a drag or a twist of two fingers turns the stack, staying on a
 * hole looks through it.
 * A finger that lands on something that can be done shows what it means, and may slide to another
 * before it is lifted.
 */

import { type Camera, TILT_MAX, TILT_MIN } from '../board/camera';
import { same } from '../board/hex';
import type { Cell } from '../protocol/game';

/** What a pointer needs to know of its board, and whom it tells. */
export interface Ground {
  camera(): Camera;
  /** The cell under a pointer. */
  at(event: PointerEvent): Cell | null;
  isHole(cell: Cell): boolean;
  /** Whether a tap on it does something. */
  isActive(cell: Cell): boolean;
  /** Keep getting the moves of a drag that leaves the board. */
  hold(pointer: number): void;
  tap(cell: Cell): void;
  /** A hole is pointed at for a while, or no longer; left out, nobody looks through holes. */
  xray?(cell: Cell | null): void;
  /** Left out, the stack cannot be turned. */
  turn?(camera: Camera): void;
}

/** Pixels after which a press is a drag. */
const SLIP = 8;
const LONG_PRESS = 450;
const LONG_LOOK = 550;
/** A finger that stays so long wants to see better what it means. */
const REST = 140;

interface Grip {
  x: number;
  y: number;
  camera: Camera;
  moved: boolean;
  /** A finger on something that can be done. */
  aims: boolean;
}

/** Two fingers that turn the stack. */
interface Twist {
  angle: number;
  camera: Camera;
}

export class Pointer {
  /** The cell under the mouse, or that a finger means. */
  hovered: Cell | null = $state.raw(null);
  /** Where a finger is that slides from cell to cell. */
  sliding: { x: number; y: number } | null = $state.raw(null);
  /** The cell on which a finger went down that has not been lifted at once. */
  held: Cell | null = $state.raw(null);
  /** Whether fingers are used here. */
  finger = $state(false);

  private grip: Grip | null = null;
  private twist: Twist | null = null;
  /** Where every finger is that touches the board. */
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private press: ReturnType<typeof setTimeout> | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private planned: Camera | null = null;

  constructor(private readonly ground: () => Ground) {}

  down(event: PointerEvent): void {
    if (event.button) return;
    const ground = this.ground();
    const cell = ground.at(event);
    this.finger = event.pointerType !== 'mouse';
    if (this.finger && this.isSecond(event)) return this.beginTwist();
    const aims = this.finger && !!cell && ground.isActive(cell);
    const { clientX: x, clientY: y } = event;
    this.grip = { x, y, camera: ground.camera(), moved: false, aims };
    this.stop();
    if (aims) {
      this.hovered = cell;
      this.rest = setTimeout(() => (this.held = cell), REST);
    }
    if (this.finger && cell && ground.xray && ground.isHole(cell))
      this.press = setTimeout(() => {
        if (!this.grip || this.grip.moved) return;
        this.grip.moved = true;
        ground.xray?.(cell);
      }, LONG_PRESS);
  }

  move(event: PointerEvent): void {
    if (this.fingers.has(event.pointerId)) this.put(event);
    if (this.twist) this.turnBy(this.angle() - this.twist.angle);
    else if (this.grip?.aims) this.slide(event);
    else if (this.grip) this.drag(event);
    else if (event.pointerType === 'mouse') this.hover(event);
  }

  up(event: PointerEvent): void {
    const ground = this.ground();
    this.stop();
    this.lift(event);
    const grip = this.grip;
    const slid = this.sliding !== null;
    this.grip = this.sliding = null;
    if (event.pointerType !== 'mouse') {
      this.hovered = null;
      ground.xray?.(null);
    }
    if (!grip || (grip.moved && !slid)) return;
    const cell = ground.at(event);
    if (cell && (!slid || ground.isActive(cell))) ground.tap(cell);
  }

  away(): void {
    this.stop();
    this.hovered = this.sliding = null;
    this.ground().xray?.(null);
  }

  cancel(event: PointerEvent): void {
    this.lift(event);
    this.grip = null;
    this.away();
  }

  /** Whether another finger is on the board already; notes where this one is. */
  private isSecond(event: PointerEvent): boolean {
    if (event.isPrimary) this.fingers.clear();
    this.put(event);
    return this.fingers.size === 2 && !!this.ground().turn;
  }

  private put({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    this.fingers.set(pointerId, { x, y });
  }

  private lift({ pointerId }: PointerEvent): void {
    this.fingers.delete(pointerId);
    this.twist = null;
  }

  /** From now on the two fingers mean no cell. */
  private beginTwist(): void {
    const ground = this.ground();
    this.grip = null;
    this.away();
    for (const finger of this.fingers.keys()) ground.hold(finger);
    this.twist = { angle: this.angle(), camera: ground.camera() };
  }

  /** The way from one finger to the other, in radians clockwise. */
  private angle(): number {
    const [one, other] = [...this.fingers.values()];
    return one && other ? Math.atan2(other.y - one.y, other.x - one.x) : 0;
  }

  private turnBy(angle: number): void {
    const { camera } = this.twist!;
    this.show({ ...camera, turn: camera.turn + angle });
  }

  /** Nothing more comes of a pointer that stays where it is. */
  private stop(): void {
    clearTimeout(this.press);
    clearTimeout(this.rest);
    this.held = null;
  }

  private hover(event: PointerEvent): void {
    const ground = this.ground();
    const cell = ground.at(event);
    if (cell === this.hovered || same(cell, this.hovered)) return;
    this.hovered = cell;
    clearTimeout(this.press);
    ground.xray?.(null);
    if (cell && ground.isHole(cell)) this.press = setTimeout(() => ground.xray?.(cell), LONG_LOOK);
  }

  /** A finger that aims goes to another cell. */
  private slide(event: PointerEvent): void {
    const ground = this.ground();
    if (!this.hasMoved(event)) return;
    const cell = ground.at(event);
    this.hovered = cell && ground.isActive(cell) ? cell : null;
    this.sliding = { x: event.clientX, y: event.clientY };
  }

  /** Whether the pointer that is down has gone too far for a tap. */
  private hasMoved(event: PointerEvent): boolean {
    const grip = this.grip!;
    if (!grip.moved && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) > SLIP) {
      const ground = this.ground();
      grip.moved = true;
      clearTimeout(this.press);
      ground.xray?.(null);
      if (ground.turn || grip.aims) ground.hold(event.pointerId);
    }
    return grip.moved;
  }

  private drag(event: PointerEvent): void {
    const ground = this.ground();
    const grip = this.grip!;
    if (!this.hasMoved(event) || !ground.turn) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    const tilt = grip.camera.depth
      ? Math.min(TILT_MAX, Math.max(TILT_MIN, grip.camera.tilt + dy * -0.005))
      : grip.camera.tilt;
    this.show({ ...grip.camera, turn: grip.camera.turn - dx * 0.007, tilt });
  }

  /** Look at the stack so from the next frame on. */
  private show(camera: Camera): void {
    const waiting = this.planned !== null;
    this.planned = camera;
    if (!waiting)
      requestAnimationFrame(() => {
        if (this.planned) this.ground().turn?.(this.planned);
        this.planned = null;
      });
  }
}
