import { describe, expect, it } from 'vitest';
import { hopAt, plan } from '../src/board/plan';
import { makeStack } from '../src/board/stack';
import { type GameEvent, freeHoles, odds, sceneAt, tally } from '../src/board/story';

const stack = makeStack({
  name: 'small',
  levels: [
    {
      name: 'a',
      radius: 2,
      holes: [
        [0, 0],
        [2, 0],
      ],
    },
    { name: 'b', radius: 2, holes: [[0, 0]], solid: [0, 2, 4] },
  ],
});
const game = { stack, seats: 2, moles: 2 };
const opening: GameEvent[] = [
  { type: 'place', player: 0, cell: [-1, 0] },
  { type: 'place', player: 1, cell: [0, 2] },
  { type: 'place', player: 0, cell: [1, 0] },
  { type: 'place', player: 1, cell: [0, -2] },
];

describe('story', () => {
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
    expect(scene.last).toMatchObject({ from: [-1, 0], to: [0, 0] });
    expect(tally(scene, stack)[0]).toEqual({ moles: 2, home: 1, waiting: 0 });
    expect(freeHoles(scene, stack)).toBe(1);
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

describe('plan', () => {
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
