/** What the rules say of everything that can be tried in a lesson, without a server. */

import { cellOf, key } from '../board/hex';
import type { GameEvent, Result } from '../protocol/game';
import type { Language } from '../protocol/language';
import type { Reason } from '../protocol/messages';
import type { GameRecord, PlainPosition, RecordAction, Tried } from '../protocol/record';
import { BOOK, type Lesson } from './lesson';

/** What comes of an action. */
interface Outcome {
  /** What follows the action by itself. */
  more?: GameEvent[];
  result?: Result;
  /** The position after it; left out where the lesson is over. */
  node?: number;
}

interface Node {
  position: PlainPosition;
  /** By the word for an action: what comes of it, or the number of the reason against it. */
  tries: Record<string, Outcome | number>;
}

const NODES = BOOK.nodes as readonly Node[];
type Told = Omit<Reason, 'sentence'> & { sentence: Record<Language, string> };
const REASONS = BOOK.reasons as readonly Told[];

/** A short name for an action: must agree with `_word` in web/lessons.py. */
export function wordOf(action: RecordAction | GameEvent): string {
  if (action.type === 'place') return `@${key(action.cell)}`;
  if (action.type === 'draw') return String(action.disc);
  if (action.type === 'move') return `${key(action.from)}>${key(action.to)}`;
  return action.type;
}

function actionOf(word: string): RecordAction {
  if (word.startsWith('@')) return { type: 'place', cell: cellOf(word.slice(1)) };
  const [from, to] = word.split('>');
  if (from && to) return { type: 'move', from: cellOf(from), to: cellOf(to) };
  return /^\d$/.test(word)
    ? { type: 'draw', disc: Number(word) }
    : { type: word as 'pass' | 'blocked' };
}

/** The position a lesson has come to, if it is known. */
function nodeAt(lesson: Lesson, record: GameRecord): Node | undefined {
  let node = NODES[lesson.start];
  for (const event of record.events.slice(lesson.record.events.length)) {
    if (event.type === 'lift' || event.type === 'eliminate') continue;
    const found = node?.tries[wordOf(event)];
    if (typeof found !== 'object' || found.node === undefined) return undefined;
    node = NODES[found.node];
  }
  return node;
}

const legalAt = ({ tries }: Node): RecordAction[] =>
  Object.keys(tries)
    .filter((word) => typeof tries[word] === 'object')
    .map(actionOf);

/** Where a lesson stands, and what may be done there; null if it is not known. */
export function standing(lesson: Lesson, record: GameRecord) {
  const node = nodeAt(lesson, record);
  return node ? { positions: [node.position], legal: legalAt(node) } : null;
}

/** What comes of an action in a lesson, or the rule against it; null if it is not known. */
export function outcome(
  lesson: Lesson,
  record: GameRecord,
  action: RecordAction,
  language: Language,
): Tried | null {
  const node = nodeAt(lesson, record);
  const found = node?.tries[wordOf(action)];
  if (!node || found === undefined) return null;
  if (typeof found === 'number') {
    const told = REASONS[found]!;
    const why = { ...told, sentence: told.sentence[language] };
    return { ok: false, record: null, position: null, legal: legalAt(node), why };
  }
  const { slot: _, ...plain } = { slot: 0, ...action };
  const done = { ...plain, player: node.position.turn } as GameEvent;
  const events = [...record.events, done, ...(found.more ?? [])];
  const next = found.node === undefined ? undefined : NODES[found.node];
  return {
    ok: true,
    record: { ...record, events, result: found.result ?? null },
    position: next?.position ?? node.position,
    legal: next ? legalAt(next) : [],
    why: null,
  };
}
