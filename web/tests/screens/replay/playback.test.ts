import { describe, expect, it } from 'vitest';
import { Playback } from '../../../src/screens/replay/playback.svelte';
import { golden } from '../../golden';

const record = golden('special-taken');

describe('playback', () => {
  it('steps, jumps and stays within the game', () => {
    const playback = new Playback(record);
    expect(playback.count).toBe(0);
    playback.step(-1);
    expect(playback.count).toBe(0);
    playback.step(1);
    expect(playback.count).toBe(1);
    playback.to(999);
    expect(playback.count).toBe(15);
    expect(playback.animator.scene.events).toBe(15);
    playback.step(1);
    expect(playback.count).toBe(15);
    playback.step(-1);
    expect(playback.animator.scene.events).toBe(14);
  });

  it('goes from event to event and from board to board', () => {
    const playback = new Playback(record);
    const seen: number[] = [];
    for (let i = 0; i < 5; i++) {
      playback.landmark(1);
      seen.push(playback.count);
    }
    expect(seen).toEqual([2, 4, 7, 15, 15]);
    playback.landmark(-1);
    expect(playback.count).toBe(7);
    playback.to(0);
    playback.board(1);
    expect(playback.count).toBe(7);
    playback.board(1);
    expect(playback.count).toBe(15);
    playback.board(-1);
    expect(playback.count).toBe(7);
    playback.board(-1);
    expect(playback.count).toBe(0);
  });

  it('begins where a link says', () => {
    expect(new Playback(record, 7).count).toBe(7);
    expect(new Playback(record, 6).count).toBe(5);
    expect(new Playback(record, 1e6).count).toBe(15);
  });
});
