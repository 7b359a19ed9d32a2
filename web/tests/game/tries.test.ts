import { describe, expect, it } from 'vitest';
import { hexagon } from '../../src/board/hex';
import { optionsOf, tap } from '../../src/game/choice';
import { LEARNER, LESSONS } from '../../src/game/lesson';
import { choicesOf, frameOf } from '../../src/game/record';
import { outcome, standing, wordOf } from '../../src/game/tries';
import type { RecordAction } from '../../src/protocol/record';

const lesson = (id: string) => LESSONS.find((one) => one.id === id)!;

describe('the answers of lessons', () => {
  it.each(LESSONS.map((one) => one.id))('know what every tap comes to: %s', (id) => {
    const one = lesson(id);
    const { positions, legal } = standing(one, one.record)!;
    const { moles, turn, disc, level } = positions[0]!;
    expect(turn).toBe(LEARNER);
    expect(legal.length).toBeGreaterThan(0);
    const options = optionsOf(choicesOf(legal, [null]));
    const own = moles[LEARNER]!;
    const board = frameOf(one.record).stack.levels[level]!;
    for (const chosen of [null, ...own])
      for (const cell of hexagon(board.radius)) {
        const meant = tap(cell, options, chosen, own, disc);
        if (meant.kind !== 'act' && meant.kind !== 'explain') continue;
        const found = outcome(one, one.record, meant.action as RecordAction, 'fr');
        expect(found?.ok, wordOf(meant.action as RecordAction)).toBe(meant.kind === 'act');
      }
  });

  it('go on from what was done, and end', () => {
    const one = lesson('win');
    const turned = outcome(one, one.record, { type: 'draw', disc: 2, slot: 4 }, 'en')!;
    expect(turned.record?.events.at(-1)).toEqual({ type: 'draw', player: 0, disc: 2 });
    expect(turned.position?.disc).toBe(2);
    const won = outcome(one, turned.record!, { type: 'move', from: [2, 0], to: [0, 0] }, 'en')!;
    expect(won.record?.result?.winners).toEqual([LEARNER]);
  });

  it('tell what follows by itself', () => {
    const one = lesson('lift');
    const { record } = outcome(one, one.record, { type: 'draw', disc: 2 }, 'en')!;
    const from = standing(one, record!)!.positions[0]!.moles[LEARNER]!;
    const moves = from.map((mole) =>
      outcome(one, record!, { type: 'move', from: mole, to: [1, 1] }, 'en'),
    );
    const lifted = moves.find((move) => move?.ok);
    expect(lifted?.record?.events.slice(-2).map((event) => event.type)).toEqual(['move', 'lift']);
  });

  it('give the reason in the language of the page', () => {
    const one = lesson('dotted');
    const action: RecordAction = { type: 'move', from: [-1, 0], to: [0, 0] };
    const said = (['fr', 'en', 'de'] as const).map(
      (language) => outcome(one, one.record, action, language)?.why,
    );
    expect(said.map((why) => why?.code)).toEqual(Array(3).fill('dotted_path'));
    expect(new Set(said.map((why) => why?.sentence)).size).toBe(3);
  });

  it('leave what they do not know to the server', () => {
    const one = lesson('turn');
    expect(outcome(one, one.record, { type: 'draw', disc: 4 }, 'en')).toBeNull();
    const other = { ...one.record, events: [...one.record.events, ...one.record.events] };
    expect(standing(one, other)).toBeNull();
  });
});
