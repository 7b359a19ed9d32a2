/** Pointers on a board: a tap is a cell, a drag turns the stack, staying on a hole looks through it. */

import { type Camera, TILT_MAX, TILT_MIN } from '../board/camera';
import { type Cell, same } from '../board/hex';

/** What a pointer needs to know of its board, and whom it tells. */
export interface Ground {
  camera(): Camera;
  /** The cell under a pointer. */
  at(event: PointerEvent): Cell | null;
  isHole(cell: Cell): boolean;
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

export class Pointer {
  /** The cell under the mouse. */
  hovered: Cell | null = $state.raw(null);

  private grip: { x: number; y: number; camera: Camera; moved: boolean } | null = null;
  private press: ReturnType<typeof setTimeout> | undefined;
  private planned: Camera | null = null;

  constructor(private readonly ground: () => Ground) {}

  down(event: PointerEvent): void {
    if (event.button) return;
    const ground = this.ground();
    this.grip = { x: event.clientX, y: event.clientY, camera: ground.camera(), moved: false };
    const cell = ground.at(event);
    clearTimeout(this.press);
    if (event.pointerType !== 'mouse' && cell && ground.xray && ground.isHole(cell))
      this.press = setTimeout(() => {
        if (!this.grip || this.grip.moved) return;
        this.grip.moved = true;
        ground.xray?.(cell);
      }, LONG_PRESS);
  }

  move(event: PointerEvent): void {
    if (this.grip) this.drag(event);
    else if (event.pointerType === 'mouse') this.hover(event);
  }

  up(event: PointerEvent): void {
    const ground = this.ground();
    clearTimeout(this.press);
    const held = this.grip;
    this.grip = null;
    if (event.pointerType !== 'mouse') ground.xray?.(null);
    if (!held || held.moved) return;
    const cell = ground.at(event);
    if (cell) ground.tap(cell);
  }

  away(): void {
    clearTimeout(this.press);
    this.hovered = null;
    this.ground().xray?.(null);
  }

  cancel(): void {
    this.grip = null;
    this.away();
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

  private drag(event: PointerEvent): void {
    const ground = this.ground();
    const grip = this.grip!;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.moved && Math.hypot(dx, dy) > SLIP) {
      grip.moved = true;
      clearTimeout(this.press);
      ground.xray?.(null);
      if (ground.turn) ground.hold(event.pointerId);
    }
    if (!grip.moved || !ground.turn) return;
    const tilt = grip.camera.depth
      ? Math.min(TILT_MAX, Math.max(TILT_MIN, grip.camera.tilt + dy * -0.005))
      : grip.camera.tilt;
    const waiting = this.planned !== null;
    this.planned = { ...grip.camera, turn: grip.camera.turn - dx * 0.007, tilt };
    if (!waiting)
      requestAnimationFrame(() => {
        if (this.planned) ground.turn?.(this.planned);
        this.planned = null;
      });
  }
}
