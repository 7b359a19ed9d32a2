import { describe, expect, it } from 'vitest';
import { freeHoles, odds, sceneAt, tally } from '../../src/board/scene';
import type { GameEvent } from '../../src/protocol/game';
import { game, opening, stack } from './small';

describe('a scene', () => {
  it('keeps the books of placing and moving', () => {
    const scene = sceneAt(game, [
      ...opening,
      { type: 'draw', player: 0, disc: 1, slot: 3 },
      { type: 'move', player: 0, from: [-1, 0], to: [0, 0] },
    ]);
    expect(scene.waiting).toEqual([0, 0]);
    expect(scene.moles.find((mole) => mole.id === '0.0')!.cell).toEqual([0, 0]);
    expect(scene.rows[0]).toEqual([null, null, null, 1, null, null]);
    expect(scene.disc).toBeNull();
    expect(scene.latest).toEqual([3, null]);
    expect(scene.last).toMatchObject({ from: [-1, 0], to: [0, 0] });
    expect(tally(scene, stack)[0]).toEqual({ moles: 2, home: 1, waiting: 0 });
    expect(freeHoles(scene, stack)).toBe(1);
  });

  it('knows who has how many moles to place', () => {
    const handicap = { ...game, moles: [3, 1] };
    expect(sceneAt(handicap, []).waiting).toEqual([3, 1]);
    expect(sceneAt(handicap, opening, 2).waiting).toEqual([2, 0]);
    expect(sceneAt(game, []).waiting).toEqual([2, 2]);
  });

  it('lifts a board with the moles outside holes', () => {
    const scene = sceneAt(game, [
      ...opening,
      { type: 'move', player: 0, from: [-1, 0], to: [0, 0] },
      { type: 'move', player: 0, from: [1, 0], to: [2, 0] },
      { type: 'lift', level: 0 },
      { type: 'eliminate', player: 1 },
    ]);
    expect(scene.level).toBe(1);
    expect(scene.moles.map((mole) => mole.id)).toEqual(['0.0', '0.1']);
    expect(scene.out).toEqual([1]);
    expect(scene.last).toBeNull();
  });

  it('turns a full row down when its last disc is used', () => {
    const events: GameEvent[] = [...opening];
    [1, 2, 2, 3, 3, 4].forEach((disc, slot) =>
      events.push({ type: 'draw', player: 0, disc, slot }, { type: 'blocked', player: 0 }),
    );
    expect(sceneAt(game, events, events.length - 1).rows[0]).toEqual([1, 2, 2, 3, 3, 4]);
    expect(sceneAt(game, events).rows[0]).toEqual([null, null, null, null, null, null]);
    expect(sceneAt(game, events, events.length - 1).latest[0]).toBe(5);
    expect(sceneAt(game, events).latest[0]).toBeNull();
  });

  it('tells the odds of the next disc', () => {
    expect(odds([2, 3, 3, 4]).map(({ count, chance }) => [count, chance])).toEqual([
      [0, 0],
      [1, 0.25],
      [2, 0.5],
      [1, 0.25],
    ]);
  });
});
