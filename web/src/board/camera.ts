/**
 * How the stack is looked at, as pure geometry: a turn about the upright axis, a tilt, perspective.
 *
 * A place on a board is `(x, y)` in the drawing's units from its middle, `z` upwards. On the screen
 * `x` goes right, `y` down. Flat things follow the local affine map at their place, upright things
 * stand at it with its scale.
 */

import type { Cell } from '../protocol/game';
import art from './art.json';

export const STEP = art.step;
export const ROW = (STEP * Math.sqrt(3)) / 2;
/** The thickness of a board, and the way from one board's face down to the next one's. */
export const THICK = 20;

export interface Camera {
  /** Radians clockwise. */
  turn: number;
  /** Radians from straight above; 0 is the view from above. */
  tilt: number;
  /** How strong the perspective is: 0 is none. */
  depth: number;
  /** How closely the frame follows the stack as it is turned: 1 as it lies, 0 however it lies. */
  snug?: number;
}

export interface Spot {
  x: number;
  y: number;
  /** How large things are here. */
  scale: number;
  /** Larger is nearer. */
  near: number;
}

export const ABOVE: Camera = { turn: 0, tilt: 0, depth: 0 };
export const TILTED: Camera = { turn: 0, tilt: 0.72, depth: 1 };
export const TILT_MIN = 0.25;
export const TILT_MAX = 1.05;

/** From the eye to the middle of the board, in units. */
const EYE = 1500;

/** In the view from above the sides still show a little in front, as in the pictures. */
const LEAN = 0.62;

/** How far up the screen something goes that stands one unit high. */
function rise(camera: Camera): number {
  const st = Math.sin(camera.tilt);
  return st * camera.depth + Math.max(st, LEAN) * (1 - camera.depth);
}

/** The middle of a cell on a board whose cells are drawn at this scale. */
export function place([q, r]: Cell, scale = 1): [number, number] {
  return [STEP * (q + r / 2) * scale, ROW * r * scale];
}

export function project(camera: Camera, x: number, y: number, z = 0): Spot {
  const c = Math.cos(camera.turn);
  const s = Math.sin(camera.turn);
  const u = x * c - y * s;
  const v = x * s + y * c;
  const ct = Math.cos(camera.tilt);
  const st = Math.sin(camera.tilt);
  const near = v * st + z * ct;
  const scale = camera.depth ? EYE / (EYE - near * camera.depth) : 1;
  const up = rise(camera);
  return { x: u * scale, y: (v * ct - z * up) * scale, scale, near: v };
}

/** The affine map that lays a flat drawing on the board at a place: the six numbers of an SVG matrix. */
export function laid(camera: Camera, x: number, y: number, z = 0, scale = 1): number[] {
  const spot = project(camera, x, y, z);
  const right = project(camera, x + 1, y, z);
  const down = project(camera, x, y + 1, z);
  const across = [right.x - spot.x, right.y - spot.y, down.x - spot.x, down.y - spot.y];
  return [...across.map((one) => one * scale), spot.x, spot.y];
}

/** The same as an SVG transform. */
export function flat(camera: Camera, x: number, y: number, z = 0, scale = 1): string {
  const numbers = laid(camera, x, y, z, scale).map((value) => Math.round(value * 1000) / 1000);
  return `matrix(${numbers.join(' ')})`;
}

/** The place at height `z` under a point of the screen: `project` the other way round. */
export function unproject(camera: Camera, x: number, y: number, z = 0): [number, number] {
  const ct = Math.cos(camera.tilt);
  const st = Math.sin(camera.tilt);
  const up = rise(camera);
  const pull = camera.depth / EYE;
  const v = (y * (1 - z * ct * pull) + z * up) / (ct + y * st * pull);
  const u = x * (1 - (v * st + z * ct) * pull);
  const c = Math.cos(camera.turn);
  const s = Math.sin(camera.turn);
  return [u * c + v * s, -u * s + v * c];
}

/** The height of a board's face: the first one lies at 0. */
export function heightOf(level: number): number {
  return -level * THICK;
}

/** The cell nearest to a place, and how far it is from its middle in units. */
export function nearestCell(x: number, y: number, scale = 1): { cell: Cell; away: number } {
  const r = y / (ROW * scale);
  const q = x / (STEP * scale) - r / 2;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const dq = Math.abs(rq - q);
  const dr = Math.abs(rr - r);
  const ds = Math.abs(rs + q + r);
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  const cell: Cell = [rq + 0, rr + 0];
  const [cx, cy] = place(cell, scale);
  return { cell, away: Math.hypot(cx - x, cy - y) };
}

/** The half width of the face of every board of a stack, whatever its radius. */
export function faceWidth(radius: number): number {
  return radius * STEP + art.margin;
}

/** How much larger the cells of a board are drawn, so that its face is as wide as the widest. */
export function cellScale(radius: number, widest: number): number {
  return faceWidth(widest) / faceWidth(radius);
}

/** The corners of a hexagon with this half width, in the order of the directions. */
export function corners(width: number): [number, number][] {
  const height = (width * ROW) / STEP;
  return [
    [width, 0],
    [width / 2, height],
    [-width / 2, height],
    [-width, 0],
    [-width / 2, -height],
    [width / 2, -height],
  ];
}

/** A circle as wide as a hexagon. */
function round(width: number): [number, number][] {
  return Array.from({ length: 48 }, (_, i): [number, number] => {
    const angle = (i * Math.PI) / 24;
    return [width * Math.cos(angle), width * Math.sin(angle)];
  });
}

/** The box on the screen that holds the whole stack, with room above for tall moles. */
export function frame(camera: Camera, width: number, base: number, floor: number) {
  const around = (outline: typeof corners) => {
    const spots = outline(width).map(([x, y]) => project(camera, x, y, 0));
    const feet = outline(base).map(([x, y]) => project(camera, x, y, -floor));
    const xs = [...spots, ...feet].map((spot) => spot.x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const top = Math.min(...spots.map((spot) => spot.y)) - 16;
    const bottom = Math.max(...[...spots, ...feet].map((spot) => spot.y)) + 2;
    return { left, top, width: right - left, height: bottom - top };
  };
  const close = around(corners);
  if (!camera.depth) return close;
  // At the sides there is room for every corner; above and below nearly.
  const { left, width: wide } = around(round);
  const loose = { ...around((half) => round(half * 0.97)), left, width: wide };
  const part = camera.snug ?? 0;
  const mix = (side: keyof typeof close) => loose[side] + (close[side] - loose[side]) * part;
  return { left: mix('left'), top: mix('top'), width: mix('width'), height: mix('height') };
}

/** A camera between two others. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    turn: mix(from.turn, to.turn),
    tilt: mix(from.tilt, to.tilt),
    depth: mix(from.depth, to.depth),
    snug: mix(from.snug ?? 0, to.snug ?? 0),
  };
}
