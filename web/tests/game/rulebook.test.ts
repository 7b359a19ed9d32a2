import { describe, expect, it } from 'vitest';
import { type KnownRules, piecesOf, printedRules, tableRules } from '../../src/game/rulebook';
import type { PlainBoardSet } from '../../src/protocol/game';
import type { Language } from '../../src/protocol/language';
import { plain } from '../plain';

const BOARDS: PlainBoardSet = {
  name: 'two',
  levels: [
    { name: 'meadow', radius: 2, holes: [[1, 0] as const, [0, 1] as const] },
    { name: 'rock', radius: 2, holes: [[0, 0] as const], solid: [0, 2, 4] },
  ],
};
const WEB = {
  leave_hole: 'last_resort',
  all_home: 'may_pass',
  special_cells: false,
  final_entry: 'all_paths',
  victory: 'shovel',
  stall_limit: 100,
};
const known = (rules: Partial<Record<string, string | number | boolean>> = {}): KnownRules => ({
  rules: { ...WEB, ...rules } as KnownRules['rules'],
  players: 3,
  moles: 7,
});
const textOf = (rules: KnownRules, name: string) => {
  const book = tableRules('en', BOARDS, rules);
  const part = [...book.parts, ...book.more].find((one) => one.name === name);
  return part ? plain(JSON.stringify(part)) : null;
};

describe('the rules in words', () => {
  it.each(['fr', 'en', 'de'] satisfies Language[])('leave no gap, in %s', (language) => {
    for (const book of [
      printedRules(language, BOARDS),
      tableRules(language, BOARDS, known()),
      tableRules(language, BOARDS, { ...known(), moles: [7, 3, 1] }),
      tableRules(language, BOARDS, known({ victory: 'points', special_cells: true })),
    ])
      expect(JSON.stringify(book)).not.toMatch(/\{\w+\}/);
  });

  it('say how many boards and holes there are', () => {
    expect(plain(printedRules('en', BOARDS).parts[0]!.points![0]!)).toBe(
      '2 boards. Holes from top to bottom: 2, 1.',
    );
  });

  it('say that whoever begins has a mole fewer where nobody has begun yet', () => {
    const ready = textOf({ ...known(), isFair: true }, 'ready');
    expect(ready).toContain('*7* moles, but whoever begins *one fewer*');
    expect(ready).toContain('passed over');
  });

  it('say who has how many moles where that is not the same', () => {
    const ready = textOf({ ...known(), moles: [7, 3, 1] }, 'ready');
    expect(ready).toContain('7, 3, 1');
    expect(ready).toContain('passed over');
    expect(textOf({ ...known(), moles: [7, 7, 7] }, 'ready')).toBe(textOf(known(), 'ready'));
  });

  it('say of a table what holds there, and nothing else', () => {
    expect(textOf(known(), 'ready')).toContain('*7* moles');
    expect(textOf(known(), 'last')).toContain('all six');
    expect(textOf(known({ final_entry: 'solid_only' }), 'last')).toContain('only when');
    expect(textOf(known(), 'last')).not.toContain('two players');
    expect(textOf(known(), 'special')).toBeNull();
    expect(textOf(known({ special_cells: true }), 'special')).toContain('second move');
    expect(textOf(known(), 'safe')).toContain('you may simply pass');
    expect(textOf(known({ all_home: 'must_pass' }), 'safe')).toContain('you *pass*');
    expect(textOf(known(), 'must')).toContain('must come out');
    expect(textOf(known({ leave_hole: 'free' }), 'must')).toContain('whenever you like');
    expect(textOf(known({ victory: 'points' }), 'win')).toContain('one point');
    expect(textOf(known({ stall_limit: 40 }), 'rare')).toContain('40 turns');
    expect(textOf(known({ stall_limit: 0 }), 'rare')).not.toContain('a draw');
    expect(tableRules('en', BOARDS, known({ victory: 'points' })).lead).toMatch(/^Three teams/);
    expect(tableRules('en', BOARDS, known()).ways).toBeNull();
  });

  it('mark what is stressed', () => {
    expect(piecesOf('a *b* c _d_')).toEqual([
      { text: 'a ', mark: '' },
      { text: 'b', mark: 'strong' },
      { text: ' c ', mark: '' },
      { text: 'd', mark: 'em' },
    ]);
  });
});
