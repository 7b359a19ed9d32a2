import { describe, expect, it } from 'vitest';
import {
  type Draft,
  DraftHistory,
  edit,
  MOST_BOARDS,
  readOwnBoards,
  worthSaying,
} from '../../src/game/draft';

const draft: Draft = {
  boards: {
    name: 'mine',
    levels: [
      {
        name: 'meadow',
        radius: 3,
        holes: [
          [1, 0],
          [3, 0],
        ],
        specials: [],
      },
      { name: 'sand', radius: 3, holes: [[0, 1]], specials: [[2, 0]] },
      { name: 'rock', radius: 2, holes: [[0, 0]], specials: [], solid: [0, 2, 4] },
    ],
  },
  orientations: [0, 1, 0],
};
const levels = (one: Draft) => one.boards.levels;

describe('editing', () => {
  it('digs and fills holes', () => {
    const dug = edit(draft, { do: 'cell', level: 0, tool: 'hole', cell: [0, 0] });
    expect(levels(dug)[0]!.holes).toEqual([
      [1, 0],
      [3, 0],
      [0, 0],
    ]);
    const filled = edit(dug, { do: 'cell', level: 0, tool: 'hole', cell: [1, 0] });
    expect(levels(filled)[0]!.holes).toEqual([
      [3, 0],
      [0, 0],
    ]);
    expect(levels(draft)[0]!.holes).toHaveLength(2);
  });

  it('writes cells as they are unturned', () => {
    // Board 1 is turned by a sixth: what lies on [0, 1] is written [1, 0].
    const dug = edit(draft, { do: 'cell', level: 1, tool: 'hole', cell: [0, 1] });
    expect(levels(dug)[1]!.holes).toContainEqual([1, 0]);
  });

  it('makes a cell one thing only', () => {
    const hole = edit(draft, { do: 'cell', level: 1, tool: 'hole', cell: [0, 2] });
    expect(levels(hole)[1]!.specials).toEqual([]);
    expect(levels(hole)[1]!.holes).toContainEqual([2, 0]);
    const plain = edit(hole, { do: 'cell', level: 1, tool: 'plain', cell: [0, 2] });
    expect(levels(plain)[1]!.holes).toEqual([[0, 1]]);
    expect(edit(plain, { do: 'cell', level: 1, tool: 'plain', cell: [0, 2] })).toBe(plain);
  });

  it('has no special cells on top and one hole at the bottom', () => {
    expect(edit(draft, { do: 'cell', level: 0, tool: 'special', cell: [0, 0] })).toBe(draft);
    expect(edit(draft, { do: 'cell', level: 2, tool: 'hole', cell: [1, 0] })).toBe(draft);
    expect(edit(draft, { do: 'cell', level: 2, tool: 'plain', cell: [0, 0] })).toBe(draft);
    const special = edit(draft, { do: 'cell', level: 2, tool: 'special', cell: [1, 0] });
    expect(levels(special)[2]!.specials).toEqual([[1, 0]]);
  });

  it('swaps solid and dotted paths', () => {
    const swapped = edit(draft, { do: 'cell', level: 2, tool: 'path', cell: [0, 2] });
    expect(levels(swapped)[2]!.solid).toEqual([1, 3, 5]);
    const back = edit(swapped, { do: 'cell', level: 2, tool: 'path', cell: [-1, 0] });
    expect(levels(back)[2]!.solid).toEqual([0, 2, 4]);
    expect(edit(draft, { do: 'cell', level: 2, tool: 'path', cell: [1, 1] })).toBe(draft);
    expect(edit(draft, { do: 'cell', level: 1, tool: 'path', cell: [1, 0] })).toBe(draft);
  });

  it('makes boards smaller with what is on them', () => {
    const small = edit(draft, { do: 'radius', level: 0, radius: 2 });
    expect(levels(small)[0]).toMatchObject({ radius: 2, holes: [[1, 0]] });
    expect(edit(draft, { do: 'radius', level: 0, radius: 3 })).toBe(draft);
    expect(levels(edit(draft, { do: 'radius', level: 0, radius: 99 }))[0]!.radius).toBe(7);
  });

  it('turns a board', () => {
    expect(edit(draft, { do: 'turn', level: 1, by: -2 }).orientations).toEqual([0, 5, 0]);
    expect(edit(draft, { do: 'turn', level: 0, by: 1 }).orientations).toEqual([1, 1, 0]);
  });

  it('adds boards and takes them out, but never the last', () => {
    const more = edit(draft, { do: 'add', level: 2 });
    expect(levels(more).map((one) => one.name)).toEqual(['meadow', 'sand', 'board-4', 'rock']);
    expect(more.orientations).toEqual([0, 1, 0, 0]);
    const less = edit(draft, { do: 'remove', level: 0 });
    expect(levels(less).map((one) => [one.name, one.specials])).toEqual([
      ['sand', []],
      ['rock', []],
    ]);
    expect(edit(less, { do: 'remove', level: 0 })).toBe(less);
    expect(edit(draft, { do: 'remove', level: 2 })).toBe(draft);
    let many = draft;
    for (let i = 0; i < 10; i++) many = edit(many, { do: 'add', level: 0 });
    expect(levels(many)).toHaveLength(MOST_BOARDS);
    expect(new Set(levels(many).map((one) => one.name)).size).toBe(MOST_BOARDS);
  });

  it('empties a board but for the last hole', () => {
    expect(levels(edit(draft, { do: 'clear', level: 1 }))[1]).toMatchObject({
      holes: [],
      specials: [],
    });
    expect(levels(edit(draft, { do: 'clear', level: 2 }))[2]!.holes).toEqual([[0, 0]]);
  });
});

describe('history', () => {
  it('takes back and does again', () => {
    const one = DraftHistory.of(draft);
    const two = one.edit({ do: 'name', name: 'other' });
    const three = two.edit({ do: 'turn', level: 0, by: 1 });
    expect([one.canUndo, three.canUndo, three.canRedo]).toEqual([false, true, false]);
    const back = three.undo();
    expect(back.now).toBe(two.now);
    expect(back.redo().now).toBe(three.now);
    expect(back.undo().now).toBe(draft);
    expect(back.undo().undo().now).toBe(draft);
    const branch = back.edit({ do: 'clear', level: 0 });
    expect(branch.canRedo).toBe(false);
    expect(branch.undo().now).toBe(two.now);
  });

  it('does not note what changes nothing', () => {
    const one = DraftHistory.of(draft);
    expect(one.edit({ do: 'name', name: 'mine' })).toBe(one);
    expect(one.redo()).toBe(one);
  });
});

describe('problems', () => {
  const problem = (level: number, code: string) => ({ code, level, sentence: '', cell: null });
  it('are not said twice', () => {
    const all = [
      problem(0, 'no_holes'),
      problem(0, 'holes_decrease'),
      problem(1, 'holes_decrease'),
    ];
    expect(worthSaying(all)).toEqual([all[0], all[2]]);
  });
});

describe('the shelf', () => {
  it('forgets what cannot be read', () => {
    const good = { ...draft, id: 'a', changed: 1 };
    expect(readOwnBoards(JSON.stringify([good, null, { id: 'b' }, 3]))).toEqual([good]);
    expect(readOwnBoards('nonsense')).toEqual([]);
    expect(readOwnBoards(null)).toEqual([]);
    expect(readOwnBoards('{}')).toEqual([]);
  });
});
