/** A game or a moment as an animated picture, made on this device in small slices. */

import type { GameRecord } from '../protocol/record';
import { frameOf } from '../game/record';
import { Gif, MOST_COLOURS } from './gif';
import { Painter, WIDTH } from './painter';
import { type Colours, Sampler } from './palette';
import { type Detail, type Shot, type Span, storyOf } from './story';

/** What a messenger takes without a word, in bytes. */
export const MOST_BYTES = 2_000_000;
/** Pictures of a clip: more take longer to make than anybody waits. */
export const MOST_SHOTS = 900;

/** How long one may work before others have their turn, in milliseconds. */
const SLICE = 12;
/** Pictures from which the colours are taken. */
const SAMPLES = 24;
/** A part of the clip from which its size can be foretold. */
const TELLING = 0.15;

/** From the most lively way to tell a game to the shortest; after these, fewer and fewer stops. */
const DETAILS: readonly Detail[] = [
  { hops: 3, lifts: 7, every: 1 },
  { hops: 2, lifts: 5, every: 1 },
  { hops: 1, lifts: 3, every: 1 },
  { hops: 0, lifts: 2, every: 1 },
];

export interface Watch {
  signal: AbortSignal;
  /** How much is done, from 0 to 1. */
  progress: (part: number) => void;
}

/** The clip; rejects with the signal's reason if it is no longer wanted. */
export async function makeClip(record: GameRecord, span: Span, watch: Watch): Promise<Blob> {
  const painter = new Painter(
    frameOf(record).stack,
    record.players.map((one) => one.team),
  );
  for (const detail of details()) {
    const shots = storyOf(record, span, detail);
    if (shots.length > MOST_SHOTS) continue;
    const made = await encode(shots, painter, watch);
    if (made) return made;
  }
  throw new Error('a clip without pictures');
}

function* details(): Generator<Detail> {
  yield* DETAILS;
  for (let every = 2; every <= 4096; every *= 2) yield { hops: 0, lifts: 0, every };
}

/** Shots as a clip; null if it gets too large. */
async function encode(
  shots: readonly Shot[],
  painter: Painter,
  { signal, progress }: Watch,
): Promise<Blob | null> {
  const rest = breather(signal);
  const gif = new Gif(WIDTH, painter.height, await coloursOf(shots, painter, rest));
  for (const [index, shot] of shots.entries()) {
    gif.add(await painter.paint(shot), shot.ms);
    const part = (index + 1) / shots.length;
    if (gif.size > (part < TELLING ? MOST_BYTES : MOST_BYTES * Math.min(1, part * 1.15)))
      return null;
    progress(part);
    await rest();
  }
  return gif.finish();
}

async function coloursOf(
  shots: readonly Shot[],
  painter: Painter,
  rest: () => Promise<void>,
): Promise<Colours> {
  const sampler = new Sampler();
  const count = Math.min(SAMPLES, shots.length);
  for (let i = 0; i < count; i++) {
    const shot = shots[Math.round((i * (shots.length - 1)) / Math.max(1, count - 1))]!;
    sampler.add(await painter.paint(shot));
    await rest();
  }
  return sampler.pick(MOST_COLOURS);
}

/** Lets the page breathe between slices, also in the background; ends the work when it is not wanted. */
function breather(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    if (performance.now() - since < SLICE) return;
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
    signal.throwIfAborted();
    since = performance.now();
  };
}
