/** A camera that glides to where it is sent. */

import { between, type Camera } from '../board/camera';

export class MovingCamera {
  now: Camera = $state.raw({ turn: 0, tilt: 0, depth: 0 });
  private run = 0;

  constructor(start: Camera) {
    this.now = start;
  }

  /** Be there at once. */
  set(camera: Camera): void {
    this.run++;
    this.now = camera;
  }

  to(camera: Camera, ms: number): void {
    const { now: from } = this;
    const parts = ['turn', 'tilt', 'depth', 'snug'] as const;
    if (parts.every((part) => (from[part] ?? 0) === (camera[part] ?? 0))) return;
    if (!ms || document.hidden) return this.set(camera);
    const run = ++this.run;
    const start = performance.now();
    const frame = (time: number) => {
      if (run !== this.run) return;
      const part = Math.min(1, Math.max(0, (time - start) / ms));
      const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
      this.now = part === 1 ? camera : between(from, camera, eased);
      if (part < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}
