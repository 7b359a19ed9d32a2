/** How a table's view follows its log: pure, so that it can be tested without a network. */

import type { Update } from '../protocol/messages';
import type { Happening, TableView } from '../protocol/table';

export interface Followed {
  view: TableView;
  /** What happened, in order, for whoever wants to draw or tell it. */
  news: Happening[];
  /** Entries are missing: join again with `since`. */
  gap: boolean;
}

export function follow(view: TableView, update: Update): Followed {
  const fresh = update.entries.filter((entry) => entry.number > view.number);
  if (fresh.length && fresh[0]!.number !== view.number + 1) return { view, news: [], gap: true };
  if (!fresh.length) return { view, news: [], gap: false };
  const next: TableView = { ...view, stage: update.stage, number: fresh.at(-1)!.number };
  for (const part of PARTS)
    if (update[part] !== undefined) Object.assign(next, { [part]: update[part] });
  const news: Happening[] = [];
  for (const entry of fresh)
    for (const event of entry.events.filter(isTold)) {
      note(next, event, entry.number, entry.at);
      news.push(event);
    }
  return { view: next, news, gap: false };
}

const PARTS = ['position', 'clock', 'seats', 'ask', 'game', 'fairness', 'you', 'owner'] as const;

/** Of a line whose speaker was deleted nothing is left to tell. */
function isTold(event: Happening): boolean {
  return event.type !== 'said' || event.text !== undefined || event.phrase !== undefined;
}

const CHAT_LINES = 200;

function note(view: TableView, event: Happening, number: number, at: number): void {
  if (event.type === 'acted') view.events = [...view.events, ...event.events];
  else if (event.type === 'undone') view.events = view.events.slice(0, event.events);
  else if (event.type === 'chat_set') view.setup = { ...view.setup, chat: event.chat };
  else if (event.type === 'rematched')
    Object.assign(view, { rematch: event.table, rematch_by: event.seat });
  else if (event.type === 'deleted')
    view.chat = view.chat.filter((line) => !event.lines.includes(line.number));
  else if (event.type === 'said') {
    const { seat, text = null, phrase = null } = event;
    view.chat = [...view.chat, { number, at, seat, text, phrase }].slice(-CHAT_LINES);
  }
}
