import { describe, expect, it } from 'vitest';
import {
  ABOVE,
  corners,
  flat,
  frame,
  nearestCell,
  place,
  project,
  TILTED,
  unproject,
} from '../../src/board/camera';
import { hexagon } from '../../src/board/hex';

const CAMERAS = [
  ABOVE,
  TILTED,
  { turn: 2.1, tilt: 1, depth: 1 },
  { turn: -0.7, tilt: 0, depth: 0 },
];

describe('camera', () => {
  it('finds the cell under every point it draws one at', () => {
    for (const camera of CAMERAS)
      for (const z of [0, -40])
        for (const cell of hexagon(4)) {
          const spot = project(camera, ...place(cell), z);
          const [x, y] = unproject(camera, spot.x, spot.y, z);
          const found = nearestCell(x, y);
          expect(found.cell).toEqual(cell);
          expect(found.away).toBeLessThan(0.01);
        }
  });

  it('shows a board from above as it is', () => {
    expect(project(ABOVE, 30, -20)).toMatchObject({ x: 30, y: -20, scale: 1 });
    expect(flat(ABOVE, 30, -20)).toBe('matrix(1 0 0 1 30 -20)');
  });

  it('draws near things larger and deep things lower', () => {
    const [near, far] = [project(TILTED, 0, 200), project(TILTED, 0, -200)];
    expect(near.scale).toBeGreaterThan(far.scale);
    expect(near.near).toBeGreaterThan(far.near);
    expect(project(TILTED, 0, 0, -20).y).toBeGreaterThan(0);
  });

  it('frames a stack however it is turned, or as it lies', () => {
    const box = (turn: number, snug: number) => frame({ ...TILTED, turn, snug }, 300, 330, 80);
    expect(box(0.3, 0).width / box(0, 0).width).toBeCloseTo(1, 1);
    expect(box(Math.PI / 6, 1).width).toBeLessThan(box(0, 1).width * 0.95);
    const half = (box(0.3, 0).height + box(0.3, 1).height) / 2;
    expect(box(0.3, 0.5).height).toBeCloseTo(half, 5);
  });

  it('frames the base of a stack too, however it is turned', () => {
    for (const turn of [0, 0.3, Math.PI / 6, 2]) {
      const camera = { ...TILTED, turn, snug: 0 };
      const box = frame(camera, 300, 330, 80);
      const xs = corners(330).map(([x, y]) => project(camera, x, y, -80).x);
      expect(Math.min(...xs)).toBeGreaterThan(box.left - 1);
      expect(Math.max(...xs)).toBeLessThan(box.left + box.width + 1);
    }
  });

  it('gives a point between cells to the nearer one', () => {
    const [x, y] = place([2, -1]);
    expect(nearestCell(x + 20, y - 10).cell).toEqual([2, -1]);
  });
});
