/** Sounds, made on the spot with WebAudio: no files. */

import { buzz } from './haptics';
import { mayPlay } from './quiet.svelte';

export type Sound =
  | 'hop'
  | 'drop'
  | 'flip'
  | 'place'
  | 'no'
  | 'turn'
  | 'lift'
  | 'out'
  | 'win'
  | 'lose'
  | 'sit'
  | 'chat'
  | 'reaction';

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!mayPlay() || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state !== 'running') void context.resume().catch(() => undefined);
  return context.state === 'running' ? context : null;
}

/** One note: pitch in hertz, gliding to another, from `at` seconds on. */
function note(
  audio: AudioContext,
  from: number,
  to: number,
  at: number,
  length: number,
  loud = 0.12,
  shape: OscillatorType = 'triangle',
): void {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** A breath of noise through a moving filter: earth, wood, wind. */
function breath(audio: AudioContext, from: number, to: number, length: number, loud: number): void {
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  const start = audio.currentTime;
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

const SCORES: Record<Sound, (audio: AudioContext) => void> = {
  hop: (audio) => note(audio, 330, 520, 0, 0.09, 0.09),
  drop: (audio) => {
    note(audio, 420, 120, 0, 0.22, 0.12, 'sine');
    breath(audio, 500, 160, 0.18, 0.1);
  },
  flip: (audio) => {
    breath(audio, 2400, 900, 0.05, 0.12);
    note(audio, 700, 900, 0.07, 0.08, 0.05);
  },
  place: (audio) => note(audio, 240, 190, 0, 0.1, 0.1),
  no: (audio) => note(audio, 190, 140, 0, 0.16, 0.08, 'sine'),
  turn: (audio) => {
    note(audio, 523, 523, 0, 0.14, 0.06);
    note(audio, 659, 659, 0.12, 0.2, 0.06);
  },
  lift: (audio) => {
    breath(audio, 180, 1800, 1.1, 0.14);
    [262, 330, 392, 523, 659].forEach((pitch, i) =>
      note(audio, pitch, pitch * 1.01, i * 0.11, 0.35, 0.06),
    );
  },
  out: (audio) => {
    breath(audio, 900, 200, 0.5, 0.08);
    [330, 294, 220].forEach((pitch, i) => note(audio, pitch, pitch, i * 0.18, 0.3, 0.07));
  },
  win: (audio) => {
    const tune = [523, 659, 784, 1047, 784, 1047, 1319];
    tune.forEach((pitch, i) => note(audio, pitch, pitch, i * 0.13, 0.4, 0.09));
  },
  lose: (audio) =>
    [392, 349, 330, 262].forEach((pitch, i) => note(audio, pitch, pitch, i * 0.2, 0.35, 0.06)),
  sit: (audio) => {
    note(audio, 392, 392, 0, 0.12, 0.06);
    note(audio, 523, 523, 0.11, 0.2, 0.06);
  },
  chat: (audio) => note(audio, 880, 990, 0, 0.1, 0.05, 'sine'),
  reaction: (audio) => {
    note(audio, 700, 1050, 0, 0.07, 0.05, 'sine');
    note(audio, 1050, 1400, 0.08, 0.1, 0.05, 'sine');
  },
};

/** Let an event be heard and felt. */
export function play(event: Sound): void {
  const audio = ready();
  if (audio) SCORES[event](audio);
  buzz(event);
}

/**
 * A tap wakes the sound, so that the next event is heard in time. It counts when the finger is lifted;
 * and again after a call or a locked screen, which silence a telephone.
 */
export function wakeSound(): void {
  addEventListener('click', () => void ready(), { capture: true });
}
