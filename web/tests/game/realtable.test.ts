import { describe, expect, it } from 'vitest';
import {
  DISCS,
  moleCount,
  newRealTable,
  readRealTable,
  rowOf,
  sceneOf,
  touched,
  withBoards,
  withDisc,
  withLevel,
  withSeats,
  withTurn,
  withTurned,
  withUsed,
} from '../../src/game/realtable';

const desk = newRealTable(2, 'classic', 4, 'web');

describe('a desk', () => {
  it('takes moles, gives them to another team, lets them go', () => {
    const one = touched(desk, [0, 1], 0);
    expect(one.seen.moles).toEqual([[[0, 1]], []]);
    const other = touched(one, [0, 1], 1);
    expect(other.seen.moles).toEqual([[], [[0, 1]]]);
    expect(touched(other, [0, 1], 1).seen.moles).toEqual([[], []]);
    expect(desk.seen.moles).toEqual([[], []]);
  });

  it('knows the disc in hand and turns it down again', () => {
    const three = withDisc(withTurn(desk, 1), 3);
    expect([three.seen.disc, three.seen.discs[1]]).toEqual([3, [1, 2, 2, 3, 4]]);
    expect(withDisc(three, 4).seen.discs[1]).toEqual([1, 2, 2, 3, 3]);
    expect(withDisc(three, 0).seen).toEqual(withTurn(desk, 1).seen);
    expect(withTurn(three, 0).seen.discs).toEqual(desk.seen.discs);
    expect(withSeats(three, 3).seen.disc).toBe(0);
    const spent = withDisc(withUsed(desk, 0, 0), 1);
    expect(spent.seen.disc).toBe(0);
  });

  it('marks used discs, but for the last', () => {
    let used = desk;
    for (let slot = 5; slot >= 0; slot--) used = withUsed(used, 0, slot);
    expect(rowOf(used.seen, 0)).toEqual([null, 2, 2, 3, 3, 4]);
    const back = withUsed(used, 0, 5);
    expect(back.seen.discs[0]).toEqual([1, 4]);
    expect(rowOf(desk.seen, 1)).toEqual(DISCS.map(() => null));
  });

  it('keeps what still fits when the board changes', () => {
    const moles = touched(touched(desk, [1, 1], 1), [4, 0], 0);
    expect(withLevel(moles, 1, 4).seen).toEqual({ ...moles.seen, level: 1 });
    expect(withLevel(moles, 3, 3).seen.moles).toEqual([[], [[1, 1]]]);
    const other = withBoards(withLevel(moles, 3, 4), 'own:x', [1, 2], [4, 2]);
    expect([other.boards, other.orientations, other.seen.level]).toEqual(['own:x', [1, 2], 1]);
    expect(other.seen.moles).toEqual([[], [[1, 1]]]);
    expect([moleCount(moles), moleCount(other)]).toEqual([2, 1]);
  });

  it('changes players and boards', () => {
    const mole = touched(desk, [1, 1], 1);
    const three = withSeats(withTurn(mole, 1), 3);
    expect(three.seen.moles).toEqual([[], [[1, 1]], []]);
    expect(withSeats(withTurn(three, 2), 2).seen.turn).toBe(1);
    expect(withLevel(mole, 0, 4)).toBe(mole);
    expect(withTurned(mole, 1, -1).orientations).toEqual([0, 5, 0, 0]);
  });

  it('is drawn', () => {
    const scene = sceneOf(withDisc(touched(withLevel(desk, 1, 4), [1, 1], 0), 3).seen);
    expect(scene.moles).toEqual([{ id: '0.0', seat: 0, cell: [1, 1] }]);
    expect(scene.disc).toEqual({ seat: 0, slot: 4, value: 3 });
    expect([scene.level, scene.out]).toEqual([1, [1]]);
  });

  it('is read again, or not at all', () => {
    expect(readRealTable(JSON.stringify(desk))).toEqual(desk);
    for (const text of [null, 'x', '{}', '[]', '{"boards":"a","orientations":[],"seen":{}}'])
      expect(readRealTable(text)).toBeNull();
  });
});
