import { describe, expect, it } from 'vitest';
import { hopAt, plan } from '../../src/board/animation';
import { sceneAt } from '../../src/board/scene';
import { game, opening, stack } from './small';

describe('an animation', () => {
  const scene = sceneAt(game, opening);

  it('hops over every cell of the line and drops into holes', () => {
    const [step] = plan(
      scene,
      { type: 'move', player: 0, from: [1, 0], to: [-1, 0] },
      stack,
      'normal',
    );
    expect(step).toMatchObject({ kind: 'hop', mole: '0.1', climbs: false, drops: false });
    expect(step).toHaveProperty('way', [
      [1, 0],
      [0, 0],
      [-1, 0],
    ]);
    const [drop] = plan(
      scene,
      { type: 'move', player: 0, from: [1, 0], to: [2, 0] },
      stack,
      'fast',
    );
    expect(drop).toMatchObject({ kind: 'hop', drops: true });
  });

  it('says who is lifted off and who stays', () => {
    const full = sceneAt(game, [
      ...opening,
      { type: 'move', player: 0, from: [-1, 0], to: [0, 0] },
    ]);
    const [step] = plan(full, { type: 'lift', level: 0 }, stack, 'slow');
    expect(step).toMatchObject({ kind: 'lift', out: ['1.0', '0.1', '1.1'], stay: ['0.0'] });
  });

  it('has nothing to show when animation is off', () => {
    expect(plan(scene, { type: 'lift', level: 0 }, stack, 'off')).toEqual([]);
  });

  it('is on the ground at every cell and highest between', () => {
    const way: [number, number][] = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    expect(hopAt(way, 0)).toMatchObject({ from: [0, 0], height: 0 });
    expect(hopAt(way, 0.25).height).toBe(1);
    expect(hopAt(way, 0.5)).toMatchObject({ from: [1, 0], part: 0 });
    expect(hopAt(way, 1)).toMatchObject({ to: [2, 0], part: 1, height: 0 });
  });
});
