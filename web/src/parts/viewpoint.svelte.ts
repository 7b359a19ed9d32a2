/** How the person at this screen looks at the stack: the chosen view, turned as is best. */

import { untrack } from 'svelte';
import { ABOVE, type Camera, TILTED } from '../board/camera';
import type { Stack } from '../board/stack';
import { settings } from '../device/settings.svelte';
import { MovingCamera } from '../draw/movingcamera.svelte';
import { frameOf } from '../draw/shape';
import { stanceIn } from './stance';

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
  private readonly stance: Camera = $derived.by(() =>
    stanceIn(this.width, this.height, this.stack()),
  );

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
    const tilt = settings.tilt === TILTED.tilt ? this.stance.tilt : settings.tilt;
    return { ...this.stance, turn: settings.turn + turn, tilt };
  }

  /** Standing on a corner a board is less wide: in a tall room its cells are larger so. */
  private get stand(): number {
    if (settings.view === 'tilted') return this.stance.turn;
    const upright = { ...ABOVE, turn: SIXTH / 2 };
    return this.scale(upright) > this.scale(ABOVE) ? SIXTH / 2 : 0;
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
