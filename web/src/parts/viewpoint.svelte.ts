/** How the person at this screen looks at the stack: the chosen view, turned as is best. */

import { untrack } from 'svelte';
import { ABOVE, type Camera, TILTED } from '../board/camera';
import type { Stack } from '../board/stack';
import { settings } from '../device/settings.svelte';
import { MovingCamera } from '../draw/movingcamera.svelte';
import { frameOf } from '../draw/shape';

/** In a tall room the stack is seen as far from above as there is room, until somebody tilts it. */
const TALL_TILTS = [0.28, 0.34, 0.4, 0.46];
const SIXTH = Math.PI / 3;
/** How long the camera takes to get somewhere. */
const GLIDE = 700;

export class Viewpoint {
  /** The room for the stack, in pixels. */
  width = $state(0);
  height = $state(0);
  /** Whether that room is known: a stack that was drawn before would be drawn twice. */
  isMeasured = $state(false);
  private readonly glide: MovingCamera;

  /** `facing` is the side, in sixths of a turn, from which the table is looked at. */
  constructor(
    private readonly stack: () => Stack,
    private readonly facing: () => number,
    private readonly still: () => boolean,
  ) {
    this.glide = new MovingCamera(this.wanted);
    $effect(() => {
      const measured = untrack(() => this.isMeasured);
      this.glide.to(this.wanted, this.still() || !measured ? 0 : GLIDE);
      this.isMeasured = this.width > 0;
    });
  }

  get camera(): Camera {
    return this.glide.now;
  }

  private get wanted(): Camera {
    const turn = -this.facing() * SIXTH + this.stand;
    if (settings.view === 'above') return { ...ABOVE, turn };
    if (!this.isTall) return { turn: settings.turn + turn, tilt: settings.tilt, depth: 1 };
    const tilt = settings.tilt === TILTED.tilt ? this.tallTilt : settings.tilt;
    return { turn: settings.turn + turn, tilt, depth: 1, snug: 1 };
  }

  private get isTall(): boolean {
    return this.height > this.width * 1.1;
  }

  /** Standing on a corner a board is less wide: in a tall room its cells are larger so. */
  private get stand(): number {
    if (settings.view === 'tilted') return this.isTall ? SIXTH / 2 : 0;
    const upright = { ...ABOVE, turn: SIXTH / 2 };
    return this.scale(upright) > this.scale(ABOVE) ? SIXTH / 2 : 0;
  }

  /** The least tilt at which the stack is as wide as its room. */
  private get tallTilt(): number {
    const fits = (tilt: number) => {
      const { width, height } = frameOf({ turn: SIXTH / 2, tilt, depth: 1, snug: 1 }, this.stack());
      return this.height / height >= this.width / width;
    };
    return TALL_TILTS.find(fits) ?? TALL_TILTS.at(-1)!;
  }

  /** How large the stack can be drawn so. */
  private scale(camera: Camera): number {
    const frame = frameOf(camera, this.stack());
    return Math.min(this.width / frame.width, this.height / frame.height);
  }

  /** Somebody has taken the stack in hand. */
  turn(camera: Camera): void {
    this.glide.set(camera);
    settings.turn = camera.turn + this.facing() * SIXTH - this.stand;
    settings.tilt = camera.tilt;
  }

  nudge(by: 1 | -1): void {
    settings.turn += (by * SIXTH) / 2;
  }

  /** How far somebody has turned the stack. */
  get turned(): number {
    return settings.turn;
  }

  /** Look at the stack as if nobody had touched it. */
  reset(): void {
    settings.turn = TILTED.turn;
    settings.tilt = TILTED.tilt;
  }
}
