/** Paints the pictures of a clip from the page's own drawings, each of which is made once. */

import art from '../board/art.json';
import { type Camera, TILTED } from '../board/camera';
import { type Scene, tally } from '../board/scene';
import { key } from '../board/hex';
import type { Stack } from '../board/stack';
import { figuresOf, type Figure } from '../draw/figures';
import { hopSpot } from '../draw/hop';
import Pile from '../draw/Pile.svelte';
import { FRAME, moleOf } from '../draw/pictures';
import Plate from '../draw/Plate.svelte';
import { frameOf } from '../draw/shape';
import { type Frame, pixelsOf, stacked } from './sprite';
import type { Shot } from './story';

export const WIDTH = 400;
/** The line of the teams above the board. */
const HEAD = 52;
/** Around the board. */
const MARGIN = 8;
const PAPER = ['#fdf3dc', '#e8cf9c'] as const;
const CAMERA: Camera = { ...TILTED, snug: 1 };
/** Moles are drawn finer than they are shown. */
const FINE = 1.5;

type Picture = HTMLCanvasElement;

export class Painter {
  readonly height: number;
  private readonly context: CanvasRenderingContext2D;
  private readonly box: Frame;
  private readonly unit: number;
  private readonly kept = new Map<string, Picture>();

  constructor(
    private readonly stack: Stack,
    private readonly teams: readonly string[],
  ) {
    const { left, top, width, height } = frameOf(CAMERA, stack);
    this.unit = (WIDTH - 2 * MARGIN) / width;
    const edge = MARGIN / this.unit;
    this.box = { left: left - edge, top, width: width + 2 * edge, height: height + edge };
    this.height = HEAD + Math.ceil(this.box.height * this.unit);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [WIDTH, this.height];
    this.context = canvas.getContext('2d', { willReadFrequently: true })!;
    this.context.imageSmoothingQuality = 'high';
  }

  /** A picture as bytes of red, green, blue and opacity. */
  async paint(shot: Shot): Promise<Uint8ClampedArray> {
    const level = Math.min(shot.scene.level, this.stack.levels.length - 1);
    const figures = this.figures(shot, level);
    await this.prepare(shot, level, figures);
    const { context, height } = this;
    const paper = context.createLinearGradient(0, 0, 0, height);
    PAPER.forEach((colour, i) => paper.addColorStop(i, colour));
    context.fillStyle = paper;
    context.fillRect(0, 0, WIDTH, height);
    for (const part of ['pile', 'plate'])
      context.drawImage(this.kept.get(`${part} ${level}`)!, 0, HEAD);
    for (const figure of figures) this.drawMole(figure, level, shot.seat);
    if (shot.lift) this.drawLifted(shot.lift.scene, shot.lift.moment);
    this.drawHead(shot);
    return context.getImageData(0, 0, WIDTH, height).data;
  }

  /** From back to front; a mole on its way over all others. */
  private figures({ scene, hop }: Shot, level: number): Figure[] {
    const all = figuresOf(scene.moles, level, this.stack, CAMERA).toSorted(
      (a, b) => a.rank - b.rank,
    );
    if (!hop) return all;
    const moving = all.find((one) => one.id === hop.mole)!;
    const look = { camera: CAMERA, stack: this.stack, level };
    const there = { ...moving, home: false, ...hopSpot(hop.way, hop.moment, look) };
    return [...all.filter((one) => one !== moving), there];
  }

  private isLast(level: number): boolean {
    return this.stack.levels[level]!.solid.length > 0;
  }

  private nameOf({ seat, home }: Figure, level: number, up: boolean): string {
    const ground = home ? this.stack.levels[level]!.ground : '';
    const crowned = home && this.isLast(level) ? 'crowned' : '';
    return `mole ${this.teams[seat]} ${ground} ${crowned} ${up ? 'up' : ''}`;
  }

  /** Draw what is shown for the first time. */
  private async prepare(shot: Shot, level: number, figures: readonly Figure[]): Promise<void> {
    const { stack, box, unit } = this;
    const once = async (name: string, draw: () => Promise<Picture>) => {
      if (!this.kept.has(name)) this.kept.set(name, await draw());
    };
    const camera = CAMERA;
    await once(`pile ${level}`, () => pixelsOf(Pile, { stack, level, camera }, box, unit));
    await once(`plate ${level}`, () => pixelsOf(Plate, { stack, level, camera }, box, unit));
    const mole = async (figure: Figure, at: number, up: boolean) => {
      const { home, seat } = figure;
      const ground = home ? stack.levels[at]!.ground : null;
      const look = { team: this.teams[seat]!, home: ground, crowned: home && this.isLast(at), up };
      await once(this.nameOf(figure, at, up), () => stacked(moleOf(look), FRAME, unit * FINE));
    };
    for (const figure of figures) await mole(figure, level, figure.seat === shot.seat);
    for (const [seat, team] of this.teams.entries())
      await once(`face ${seat}`, () => stacked(moleOf({ team }), FRAME, 1));
    if (!shot.lift) return;
    const lifted = shot.lift.scene.level;
    await once(`plate ${lifted}`, () =>
      pixelsOf(Plate, { stack, level: lifted, camera }, box, unit),
    );
    for (const figure of this.leaving(shot.lift.scene)) await mole(figure, lifted, true);
  }

  /** Moles that go away with their board. */
  private leaving(scene: Scene): Figure[] {
    const { holes } = this.stack.levels[scene.level]!;
    const moles = scene.moles.filter((mole) => !holes.has(key(mole.cell)));
    return figuresOf(moles, scene.level, this.stack, CAMERA).toSorted((a, b) => a.rank - b.rank);
  }

  private drawMole(figure: Figure, level: number, turn: number | null, up = figure.seat === turn) {
    const { context, box, unit } = this;
    const picture = this.kept.get(this.nameOf(figure, level, up))!;
    const x = (figure.x - box.left) * unit;
    const y = HEAD + (figure.y - box.top) * unit;
    const [wide, high] = [figure.wide * unit, figure.high * unit];
    const size = [picture.width / unit / FINE, picture.height / unit / FINE] as const;
    context.drawImage(
      picture,
      x + FRAME.left * wide,
      y + FRAME.top * high,
      size[0] * wide,
      size[1] * high,
    );
  }

  /** A board that rises, sways and fades, as on the table. */
  private drawLifted(scene: Scene, moment: number): void {
    const { context, height } = this;
    const rise = moment ** 1.7;
    context.save();
    context.globalAlpha = 1 - Math.max(0, moment - 0.5) * 1.5;
    context.translate(WIDTH / 2, height * (0.8 - rise * 1.1));
    context.rotate(Math.sin(moment * 9) * 0.03 + rise * 0.1);
    context.scale(1 + rise * 0.1, 1 + rise * 0.1);
    context.translate(-WIDTH / 2, -height * 0.8);
    context.drawImage(this.kept.get(`plate ${scene.level}`)!, 0, HEAD);
    for (const figure of this.leaving(scene)) this.drawMole(figure, scene.level, null, true);
    context.restore();
  }

  /** Everybody: a face, how many moles, the disc turned last; whoever's turn it is, or has won, stands out. */
  private drawHead({ scene, seat, winners }: Shot): void {
    const { context } = this;
    const counts = tally(scene, this.stack);
    const wide = Math.min(120, (WIDTH - 8) / this.teams.length);
    const start = (WIDTH - wide * this.teams.length) / 2;
    context.textBaseline = 'middle';
    this.teams.forEach((team, index) => {
      const left = start + wide * index;
      const isFirst = winners ? winners.includes(index) : seat === index;
      context.beginPath();
      context.roundRect(left + 3, 5, wide - 6, HEAD - 12, 12);
      context.fillStyle = isFirst ? (winners ? '#ffd75e' : '#e4f2cd') : '#fffbf1';
      context.fill();
      context.lineWidth = isFirst ? 3 : 1.5;
      context.strokeStyle = isFirst ? (winners ? '#8a5a00' : '#3b7a1c') : '#e6d2a8';
      context.stroke();
      const isOut = scene.out.includes(index);
      context.globalAlpha = isOut ? 0.35 : 1;
      context.drawImage(this.kept.get(`face ${index}`)!, left + 6, 9, 28, 33);
      context.fillStyle = '#6b5240';
      context.font = '700 14px system-ui, sans-serif';
      context.textAlign = 'left';
      const { moles, waiting } = counts[index]!;
      context.fillText(`×${moles + waiting}`, left + 36, HEAD / 2 - 1);
      const slot = scene.latest[index];
      const value = slot === null || slot === undefined ? null : scene.rows[index]?.[slot];
      if (value && !isOut) this.drawDisc(left + wide - 20, team, value, scene.disc?.seat === index);
      context.globalAlpha = 1;
    });
  }

  private drawDisc(x: number, team: string, value: number, isUsed: boolean): void {
    const { context } = this;
    const y = HEAD / 2 - 1;
    context.beginPath();
    context.arc(x, y, isUsed ? 14 : 11, 0, 7);
    context.fillStyle = '#fff9e8';
    context.fill();
    context.lineWidth = 3;
    context.strokeStyle = art.teams[team as keyof typeof art.teams];
    context.stroke();
    context.fillStyle = '#2a2028';
    context.font = `800 ${isUsed ? 18 : 14}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.fillText(`${value}`, x, y + 1);
  }
}
