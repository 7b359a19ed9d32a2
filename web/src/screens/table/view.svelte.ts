/** How the person at this screen looks at the stack: the chosen view, turned as is best. */

import { ABOVE, type Camera, TILTED } from '../../board/camera';
import type { Stack } from '../../board/stack';
import { frameOf } from '../../draw/shape';
import { Glide } from '../../draw/glide.svelte';
import { settings } from '../../settings.svelte';

/** On a tall screen the stack is seen more from above, until somebody tilts it. */
const TALL_TILT = 0.5;
const SIXTH = Math.PI / 3;
/** How long the camera takes to get somewhere. */
const GLIDE = 700;

export class View {
  /** The room for the stack, in pixels. */
  width = $state(0);
  height = $state(0);
  private readonly glide: Glide;

  /** `facing` is the side, in sixths of a turn, from which the table is looked at. */
  constructor(
    private readonly stack: () => Stack,
    private readonly facing: () => number,
    private readonly still: () => boolean,
  ) {
    this.glide = new Glide(this.wanted);
    $effect(() => this.glide.to(this.wanted, this.still() ? 0 : GLIDE));
  }

  get camera(): Camera {
    return this.glide.now;
  }

  private get wanted(): Camera {
    const facing = -this.facing() * SIXTH;
    if (settings.view === 'above') {
      // Standing on a corner a board is less wide: in a tall room its cells are larger so.
      const lying = { ...ABOVE, turn: facing };
      const upright = { ...ABOVE, turn: facing + SIXTH / 2 };
      return this.scale(upright) > this.scale(lying) ? upright : lying;
    }
    const isTall = this.height > this.width * 1.1;
    const tilt = isTall && settings.tilt === TILTED.tilt ? TALL_TILT : settings.tilt;
    return { turn: settings.turn + facing, tilt, depth: 1 };
  }

  /** How large the stack can be drawn so. */
  private scale(camera: Camera): number {
    const frame = frameOf(camera, this.stack());
    return Math.min(this.width / frame.width, this.height / frame.height);
  }

  /** Somebody has taken the stack in hand. */
  turn(camera: Camera): void {
    this.glide.set(camera);
    settings.turn = camera.turn + this.facing() * SIXTH;
    settings.tilt = camera.tilt;
  }

  nudge(by: 1 | -1): void {
    settings.turn += (by * SIXTH) / 2;
  }
}
