import { describe, expect, it } from 'vitest';
import { cellName, hexagon, key } from '../../src/board/hex';
import { sceneAt } from '../../src/board/scene';
import { parseCell } from '../../src/board/hex';
import {
  type Lesson,
  lessonRecord,
  LESSONS,
  readProgress,
  replyCell,
  verdict,
} from '../../src/game/lesson';
import { frameOf } from '../../src/game/record';
import de from '../../src/messages/de';
import en from '../../src/messages/en';
import fr from '../../src/messages/fr';
import type { GameEvent } from '../../src/protocol/game';

const lesson = (id: string): Lesson => LESSONS.find((one) => one.id === id)!;

/** What a learner's events amount to in a lesson. */
function judge(id: string, added: GameEvent[], won = false) {
  const one = lesson(id);
  const record = lessonRecord(one, ['A', 'B']);
  const result = won ? { winners: [0], reason: 'shovel', points: null } : null;
  return verdict(
    one.goal,
    frameOf(record),
    [...record.events, ...added],
    record.events.length,
    result,
  );
}
const stackOf = (id: string) => frameOf(lesson(id).record).stack;
const draw = (disc: number): GameEvent => ({ type: 'draw', player: 0, disc });
function move(id: string, way: string): GameEvent {
  const [from, to] = way.split('-').map((name) => parseCell(name, stackOf(id).radius)) as [
    readonly [number, number],
    readonly [number, number],
  ];
  return { type: 'move', player: 0, from, to };
}

describe('cells', () => {
  it('are named as the board does', () => {
    for (const radius of [2, 3, 4])
      for (const cell of hexagon(radius))
        expect(parseCell(cellName(cell, radius), radius)).toEqual([...cell]);
  });
});

describe('lessons', () => {
  it('have words in every language', () => {
    for (const catalogue of [en, fr, de] as Record<string, unknown>[])
      for (const { id } of LESSONS)
        for (const part of ['title', 'task', 'done'])
          expect(catalogue[`learn.${id}.${part}`], `${id} ${part}`).toBeTruthy();
  });

  it.each(LESSONS.map((one) => one.id))('leave the learner to act: %s', (id) => {
    const record = lessonRecord(lesson(id), ['A', 'B']);
    const scene = sceneAt(frameOf(record), record.events);
    const cells = scene.moles.map((mole) => key(mole.cell));
    expect(new Set(cells).size).toBe(cells.length);
    const last = record.events.at(-1);
    if (!last) expect(record.first).toBe(0);
    else if (last.type === 'draw') expect(last.player).toBe(0);
    else expect('player' in last ? last.player : 1).toBe(1);
  });

  it('are done by doing what they ask for', () => {
    expect(judge('turn', [])).toBe('on');
    expect(judge('turn', [draw(3)])).toBe('done');
    expect(judge('straight', [move('straight', 'd4-d7')])).toBe('done');
    expect(judge('hole', [draw(2)])).toBe('on');
    expect(judge('hole', [draw(2), move('hole', 'a2-c2')])).toBe('done');
    expect(judge('hole', [draw(2), move('hole', 'a2-a4')])).toBe('other');
    expect(judge('over', [move('over', 'c1-c5')])).toBe('done');
    expect(judge('stuck', [{ type: 'blocked', player: 0 }])).toBe('done');
    expect(judge('home', [{ type: 'pass', player: 0 }])).toBe('done');
    expect(judge('home', [draw(1), move('home', 'c2-b2')])).toBe('other');
    expect(judge('win', [draw(2), move('win', 'c5-c3')], true)).toBe('done');
    expect(judge('win', [draw(1), move('win', 'c5-c4')])).toBe('other');
    expect(judge('dotted', [move('dotted', 'c2-c1')])).toBe('other');
  });

  it('of two moles wait for both of them', () => {
    const place = (player: number, q: number): GameEvent => ({
      type: 'place',
      player,
      cell: [q, 0],
    });
    expect(judge('place', [place(0, 0), place(1, 1)])).toBe('on');
    expect(judge('place', [place(0, 0), place(1, 1), place(0, 2)])).toBe('done');
  });

  it('lift a board', () => {
    const fills = [draw(2), move('lift', 'e7-c5')];
    expect(judge('lift', [...fills, { type: 'lift', level: 0 }])).toBe('done');
    expect(judge('lift', [draw(2), move('lift', 'e7-g5')])).toBe('other');
  });

  it('want the second move after a special cell', () => {
    const first = move('special', 'c2-a2');
    expect(judge('special', [first])).toBe('on');
    expect(judge('special', [first, draw(1)])).toBe('on');
    expect(judge('special', [first, draw(1), move('special', 'a2-a1')])).toBe('done');
    expect(judge('special', [first, { type: 'decline', player: 0 }])).toBe('other');
    expect(judge('special', [move('special', 'c2-e4')])).toBe('other');
  });

  it('let the others place where they like, or else anywhere', () => {
    const { stack } = frameOf(lessonRecord(lesson('place'), ['A', 'B']));
    const free = [[0, 0] as const, [1, 0] as const];
    expect(replyCell('d5 e3', stack, free)).toEqual([1, 0]);
    expect(replyCell('a1', stack, free)).toEqual([0, 0]);
    expect(replyCell('a1', stack, [])).toBeUndefined();
  });
});

describe('progress', () => {
  it('is read back, and what is not known is forgotten', () => {
    const kept = { done: ['turn', 'turn', 'nonsense', 4], at: 'hole', table: 'x' };
    expect(readProgress(JSON.stringify(kept))).toEqual({ done: ['turn'], at: 'hole', table: 'x' });
    const fresh = { done: [], at: 'place', table: null };
    expect(readProgress('{')).toEqual(fresh);
    expect(readProgress(null)).toEqual(fresh);
    expect(readProgress('{"at": "gone", "done": 3}')).toEqual(fresh);
  });
});
