/** Moles as pictures: each is one thing that the page styles, lays out and paints, not forty. */

import art from '../board/art.json';
import type { Ground } from '../board/stack';
import { whenIdle } from '../device/idle';

/** How much of the drawing each of them takes. */
export const FRAME = { left: -34, top: -50, width: 68, height: 80 };
const { left, top, width, height } = FRAME;

/** How a mole is seen. */
export interface Look {
  team: string;
  /** In a hole of such a board. */
  home?: Ground | null;
  /** In the last hole: with the golden shovel. */
  crowned?: boolean;
  /** Its team is to act. */
  up?: boolean;
}

/** Every shape by its name; what a shape is made of has none. */
const SHAPES = new Map(
  art.defs.split(/(?=<\w+ id=)/).map((text) => [/id="([^"]+)/.exec(text)![1]!, text]),
);
const LOOKS_UP = '<style>.pupils{transform:translateY(-2.8px)}</style>';
const PAWS = '<use href="#mole-paw" x="-15" y="12"/><use href="#mole-paw" x="15" y="12"/>';
const SHOVEL = '<use href="#shovel" transform="translate(25 -4) rotate(14) scale(1.15)"/>';

/** All shapes that a drawing is made of. */
function shapesOf(drawing: string, found = new Set<string>()): Set<string> {
  for (const [, name] of drawing.matchAll(/#([\w-]+)/g)) {
    const shape = SHAPES.get(name!);
    if (!shape || found.has(shape)) continue;
    found.add(shape);
    shapesOf(shape, found);
  }
  return found;
}

/** Pictures by what they show; they stay, so that whoever shows one again has it at once. */
const kept = new Map<string, HTMLImageElement>();

function pictureOf(drawing: string): string {
  let picture = kept.get(drawing);
  if (!picture) {
    const shapes = [...shapesOf(drawing)].join('');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}"><defs>${shapes}</defs>${drawing}</svg>`;
    picture = new Image();
    // A short name: whoever shows it has the browser look it up.
    picture.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    kept.set(drawing, picture);
  }
  return picture.src;
}

/** Where they look changes in play: the other picture is there by then. */
function eyed(drawing: string, up: boolean): string {
  const [now, then] = up ? [LOOKS_UP + drawing, drawing] : [drawing, LOOKS_UP + drawing];
  if (!kept.has(then)) whenIdle(() => pictureOf(then));
  return pictureOf(now);
}

/** The head of a mole. */
export function headOf({ team, up = false }: Look, y = 0): string {
  return eyed(`<use href="#mole-${team}-head" y="${y}"/>`, up);
}

/** A mole, as one picture or two: in a hole its head, which goes down, is behind the edge. */
export function moleOf(look: Look): string[] {
  if (!look.home) return [eyed(`<use href="#mole-${look.team}"/>`, !!look.up)];
  const edge = `<use href="#${look.home}-lip"/>${look.crowned ? SHOVEL : ''}${PAWS}`;
  return [headOf(look, 10), pictureOf(edge)];
}
