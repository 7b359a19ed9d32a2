import { describe, expect, it } from 'vitest';
import { momentAt, storyOf, wholeGame } from '../../src/clip/story';
import { golden } from '../golden';

const record = golden('special-taken');
const LIVELY = { hops: 3, lifts: 7, every: 1 };

describe('the story of a clip', () => {
  it('shows every event, moles on their way and boards that are lifted', () => {
    const shots = storyOf(record, wholeGame(record), LIVELY);
    const seen = new Set(shots.map((shot) => shot.scene.events));
    record.events.forEach((event, index) => {
      if (event.type !== 'eliminate') expect(seen, event.type).toContain(index + 1);
    });
    const lifts = record.events.filter((event) => event.type === 'lift').length;
    expect(shots.filter((shot) => shot.lift)).toHaveLength(7 * lifts);
    expect(shots.filter((shot) => shot.hop).length).toBeGreaterThan(0);
    expect(shots.every((shot) => shot.ms > 0)).toBe(true);
    expect(shots.at(-1)?.scene.events).toBe(record.events.length);
  });

  it('tells of a winner only at the end of a game that is over', () => {
    const over = golden('last-drop');
    expect(storyOf(over, wholeGame(over), LIVELY).at(-1)?.winners).toEqual(over.result?.winners);
    const span = { from: 0, to: over.events.length - 1 };
    expect(storyOf(over, span, LIVELY).at(-1)?.winners).toBeUndefined();
  });

  it('is shorter with less detail, and has no bound with none', () => {
    const count = (hops: number, lifts: number, every: number) =>
      storyOf(record, wholeGame(record), { hops, lifts, every }).length;
    const counts = [count(3, 7, 1), count(2, 5, 1), count(1, 3, 1), count(0, 2, 1), count(0, 0, 4)];
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(count(0, 0, 4096)).toBe(2);
  });

  it('of a moment is the way to it', () => {
    const long = golden('preset-shop-super');
    expect(momentAt(long, 60)).toEqual({ from: 44, to: 60 });
    expect(momentAt(long, 5)).toEqual({ from: 0, to: 5 });
    expect(momentAt(long, 0)).toEqual({ from: 0, to: 16 });
    const shots = storyOf(long, momentAt(long, 60), LIVELY);
    expect([shots[0]?.scene.events, shots.at(-1)?.scene.events]).toEqual([44, 60]);
  });

  it('of a game without events is a picture', () => {
    const none = { ...record, events: [], result: null };
    expect(storyOf(none, momentAt(none, 0), LIVELY)).toHaveLength(2);
  });
});
