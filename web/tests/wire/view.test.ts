import { describe, expect, it } from 'vitest';
import type { Update } from '../../src/protocol/messages';
import type { Happening, TableView } from '../../src/protocol/table';
import { follow } from '../../src/wire/view';

const view = {
  table: 't',
  number: 4,
  stage: 'playing',
  events: [],
  chat: [],
  setup: {},
  rematch: null,
  seats: [],
  you: [0],
} as unknown as TableView;
const update = (number: number, events: Happening[], more: Partial<Update> = {}): Update => ({
  type: 'update',
  table: 't',
  time: 1,
  stage: 'playing',
  entries: [{ number, at: 7, events }],
  ...more,
});

describe('a table followed by its log', () => {
  it('adds events, chat and the parts that changed', () => {
    const draw = { type: 'draw', player: 0, disc: 2, slot: 1 } as const;
    const next = follow(
      view,
      update(
        5,
        [
          { type: 'acted', seat: 0, by: 'person', events: [draw] },
          { type: 'said', seat: 1, text: 'hi' },
        ],
        { you: [0, 1] },
      ),
    );
    expect(next.gap).toBe(false);
    expect(next.view).toMatchObject({ number: 5, events: [draw], you: [0, 1] });
    expect(next.view.chat).toEqual([{ number: 5, at: 7, seat: 1, text: 'hi', phrase: null }]);
    expect(view.events).toEqual([]);
  });

  it('takes back what was undone', () => {
    const long = {
      ...view,
      events: [
        { type: 'pass', player: 0 },
        { type: 'pass', player: 1 },
      ],
    } as TableView;
    expect(
      follow(long, update(5, [{ type: 'undone', seat: 0, events: 1 }])).view.events,
    ).toHaveLength(1);
  });

  it('lets go of what somebody said who was deleted', () => {
    const said = follow(view, update(5, [{ type: 'said', seat: 1, text: 'hi' }])).view;
    const gone: Happening = { type: 'deleted', seats: [1], lines: [5] };
    const next = follow(said, update(6, [gone], { owner: true }));
    expect(next.view).toMatchObject({ chat: [], owner: true });
    // Read later, such a line has no words: there is nothing to show or tell.
    const later = follow(said, update(6, [{ type: 'said', seat: 1 }]));
    expect(later.view.chat).toHaveLength(1);
    expect(later.news).toEqual([]);
  });

  it('notices a gap and ignores what it knows', () => {
    expect(follow(view, update(6, [{ type: 'paused' }])).gap).toBe(true);
    expect(follow(view, update(4, [{ type: 'paused' }]))).toMatchObject({ gap: false, news: [] });
  });

  it('remembers the rematch and what may be said', () => {
    const next = follow(
      view,
      update(5, [
        { type: 'rematched', table: 'u' },
        { type: 'chat_set', chat: 'off' },
      ]),
    ).view;
    expect([next.rematch, next.setup.chat]).toEqual(['u', 'off']);
  });

  it('ignores kinds it does not know', () => {
    const odd = { type: 'eclipse' } as unknown as Happening;
    expect(follow(view, update(5, [odd])).view.number).toBe(5);
  });
});
