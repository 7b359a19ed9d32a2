/** A board as shapes on the screen: what `Plate.svelte` draws, worked out without a browser. */

import art from '../board/art.json';
import {
  type Camera,
  cellScale,
  corners,
  faceWidth,
  flat,
  frame,
  heightOf,
  place,
  project,
  THICK,
} from '../board/camera';
import { hexagon, key, ring, step, turned } from '../board/hex';
import { type Board, type Ground, kindOf, type Stack } from '../board/stack';
import type { Cell } from '../protocol/game';

const ROUND = 14;
/** How much further each board below reaches, so that its edge shows. */
const TERRACE = 7;

export const theme = (ground: Ground) => art.themes[ground];

export const short = (value: number) => Math.round(value * 10) / 10;

function hexPath(camera: Camera, width: number, z: number): string {
  return (
    corners(width)
      .map(([x, y], i) => {
        const spot = project(camera, x, y, z);
        return `${i ? 'L' : 'M'}${short(spot.x)} ${short(spot.y)}`;
      })
      .join('') + 'z'
  );
}

export interface Layer {
  d: string;
  fill: string;
  stroke: string;
  width: number;
}

/** The half width of the face of a board at this level. */
export function widthAt(stack: Stack, level: number): number {
  return faceWidth(stack.radius) + TERRACE * level;
}

/** The slab of a board, from the bottom to the rim. */
export function slab(camera: Camera, stack: Stack, level: number): Layer[] {
  const colours = theme(stack.levels[level]!.ground);
  const width = widthAt(stack, level) - ROUND;
  const z = heightOf(level);
  const layer = (down: number, colour: string, less = 0, fill = colour): Layer => ({
    d: hexPath(camera, width - less, z - down),
    fill,
    stroke: colour,
    width: 2 * ROUND - less,
  });
  return [
    layer(THICK, colours.side),
    layer(THICK * 0.66, colours.side),
    layer(THICK * 0.33, colours.side),
    layer(4, colours.dark),
    layer(0, colours.rim),
    layer(0, colours.dark, 4, `url(#${colours.name}-ground)`),
    {
      d: hexPath(camera, width + 4, z),
      fill: `url(#${colours.name}-ground)`,
      stroke: 'none',
      width: 0,
    },
  ];
}

/** The wooden tray under the stack. */
export function tray(camera: Camera, stack: Stack): Layer[] {
  const z = heightOf(stack.levels.length);
  const width = widthAt(stack, stack.levels.length) - 4;
  const layer = (down: number, colour: string, fill = colour): Layer => ({
    d: hexPath(camera, width, z - down),
    fill,
    stroke: colour,
    width: 20,
  });
  return [
    layer(22, '#6d431b'),
    layer(14, '#7d4f22'),
    layer(6, '#8a5a29'),
    layer(0, '#d6a566', 'url(#wood)'),
  ];
}

export const TRAY = 22;

/** The lowest height that is drawn. */
export function floorOf(stack: Stack): number {
  return stack.levels.length * THICK + TRAY;
}

/** The part of the drawing that holds a stack. */
export function frameOf(camera: Camera, stack: Stack) {
  const base = widthAt(stack, stack.levels.length) + 6;
  return frame(camera, widthAt(stack, 1), base, floorOf(stack));
}

/** How a round opening or heap, drawn as if seen from the front, is squeezed by the tilt. */
export function squeeze(camera: Camera): number {
  return 1 + camera.depth * (0.72 * Math.cos(camera.tilt) - 0.65);
}

/** Something that lies flat or stands on a cell. */
export interface Part {
  cell: Cell;
  name: string;
  kind: string;
  transform: string;
  /** For a hole: what lies under it. */
  under?: { kind: string; ground: Ground; transform: string };
}

/** Holes and special cells of a board, if wished all cells, those in front last. */
export function parts(camera: Camera, stack: Stack, level: number, isAll: boolean): Part[] {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const z = heightOf(level);
  return hexagon(board.radius)
    .filter((cell) => isAll || kindOf(board, cell) !== 'cell')
    .map((cell) => {
      const [x, y] = place(cell, scale);
      const kind = kindOf(board, cell);
      const base = { cell, name: key(cell), kind };
      if (kind !== 'hole')
        return {
          ...base,
          transform: flat(camera, x, y, z, scale),
          near: project(camera, x, y, z).near,
        };
      const spot = project(camera, x, y, z);
      return {
        ...base,
        near: spot.near,
        transform: holeTransform(camera, stack, level, cell),
        under: under(camera, stack, level, cell),
      };
    })
    .sort((a, b) => a.near - b.near);
}

/** The transform of a hole; the last board's is larger than the others. */
export function holeTransform(camera: Camera, stack: Stack, level: number, cell: Cell): string {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const [x, y] = place(cell, scale);
  const spot = project(camera, x, y, heightOf(level));
  const size = spot.scale * scale * (board.solid.length ? 1.2 : 1);
  return `translate(${short(spot.x)} ${short(spot.y)}) scale(${round3(size)} ${round3(size * squeeze(camera))})`;
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;

function under(camera: Camera, stack: Stack, level: number, cell: Cell) {
  const below = stack.levels[level + 1];
  if (!below) return undefined;
  const kind = kindOf(below, cell);
  // Seen through the opening, what lies below seems nearer to its front edge.
  const squash = Math.cos(camera.tilt) / squeeze(camera) - 0.2 * (1 - camera.depth);
  const down = 5 + camera.depth * (9 * Math.sin(camera.tilt) - 5);
  return {
    kind,
    ground: below.ground,
    transform: `translate(0 ${short(down - 2)}) scale(1 ${round3(squash)}) rotate(${short((camera.turn * 180) / Math.PI)})`,
  };
}

/** All straight lines from edge to edge, but for the paths of the last board. */
export function lattice(camera: Camera, stack: Stack, level: number): string {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const size = board.radius;
  const z = heightOf(level);
  let d = '';
  for (let turn = 0; turn < 3; turn++)
    for (let r = -size; r <= size; r++) {
      if (r === 0 && board.solid.length) continue;
      const ends: Cell[] = [
        [Math.max(-size, -size - r), r],
        [Math.min(size, size - r), r],
      ];
      d += ends
        .map((end, i) => {
          const [x, y] = place(turned(end, turn), scale);
          const spot = project(camera, x, y, z);
          return `${i ? 'L' : 'M'}${short(spot.x)} ${short(spot.y)}`;
        })
        .join('');
    }
  return d;
}

export interface Path {
  d: string;
  solid: boolean;
  /** The distance of the dots. */
  gap: number;
}

/** The six paths to the last hole. */
export function paths(camera: Camera, stack: Stack, level: number): Path[] {
  const board = stack.levels[level]!;
  if (!board.solid.length) return [];
  const scale = cellScale(board.radius, stack.radius);
  const z = heightOf(level);
  const middle = project(camera, 0, 0, z);
  return [0, 1, 2, 3, 4, 5].map((direction) => {
    const [x, y] = place(step([0, 0], direction, board.radius), scale);
    const end = project(camera, x, y, z);
    const length = Math.hypot(end.x - middle.x, end.y - middle.y);
    return {
      d: `M${short(middle.x)} ${short(middle.y)}L${short(end.x)} ${short(end.y)}`,
      solid: board.solid.includes(direction),
      gap: Math.max(11, length / (board.radius * 4)),
    };
  });
}

export interface Ornament {
  kind: number;
  transform: string;
}

/** Small things that stand in some of the triangles between the cells, always the same ones. */
export function ornaments(camera: Camera, stack: Stack, level: number): Ornament[] {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const z = heightOf(level);
  const kinds = theme(board.ground).ornaments;
  const found: (Ornament & { near: number })[] = [];
  let seed = 7 + level * 31;
  for (const cell of hexagon(board.radius))
    for (const [a, b] of [
      [0, 1],
      [5, 0],
    ] as const) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const kind = Math.floor(seed / 65536) % 6;
      const three = [cell, step(cell, a), step(cell, b)];
      if (kind >= kinds || three.some((one) => ring(one) > board.radius || blocks(board, one)))
        continue;
      const spots = three.map((one) => place(one, scale));
      const x = (spots[0]![0] + spots[1]![0] + spots[2]![0]) / 3;
      const y = (spots[0]![1] + spots[1]![1] + spots[2]![1]) / 3;
      const spot = project(camera, x, y, z);
      found.push({
        kind,
        near: spot.near,
        transform: `translate(${short(spot.x)} ${short(spot.y)}) scale(${round3(spot.scale * scale)} ${round3(spot.scale * scale * squeeze(camera))})`,
      });
    }
  return found.sort((one, other) => one.near - other.near);
}

const blocks = (board: Board, cell: Cell) =>
  board.holes.has(key(cell)) || board.specials.has(key(cell));

/** Where a mole stands on the screen; `height` is how far above the ground it is. */
export function standing(
  camera: Camera,
  stack: Stack,
  level: number,
  x: number,
  y: number,
  height = 0,
) {
  const board = stack.levels[level]!;
  const scale = cellScale(board.radius, stack.radius);
  const spot = project(camera, x, y, heightOf(level) + height);
  const size = spot.scale * scale;
  // Seen from the side, a mole's feet stand in the middle of its cell.
  const lift = camera.depth * 12 * Math.sin(camera.tilt) * size;
  return { x: spot.x, y: spot.y - lift, ground: spot.y, size, near: spot.near };
}
