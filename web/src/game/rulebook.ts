/** The rules in words, for all tables or for one whose rules are known; the texts are the booklet's. */

import type { Moles, PlainBoardSet, RuleValue } from '../protocol/game';
import type { Language } from '../protocol/language';
import told from './rulebook.json';

/** A part of the rules; `*…*` and `_…_` mark what is stressed. */
export interface Part {
  name: string;
  title: string;
  text?: string;
  steps?: readonly string[];
  points?: readonly string[];
  after?: string;
}

export interface Rulebook {
  title: string;
  lead: string;
  /** In the order in which one needs them. */
  parts: readonly Part[];
  /** What one may read later. */
  more: readonly Part[];
  /** How rulebooks differ; not at a table, where that is decided. */
  ways: { title: string; lead: string; rows: readonly string[][]; after: string } | null;
}

/** What is known of a table. */
export interface KnownRules {
  rules: Readonly<Record<string, RuleValue>>;
  players: number;
  /** How many each has, or with a handicap each seat. */
  moles: Moles;
  /** Whether whoever is going to begin has one fewer. */
  isFair?: boolean;
}

type Told = (typeof told)['en'];
type Change = (part: Part) => Part | null;

/** Numbers of teams at the beginning of a sentence. */
const TEAMS = { 2: 'two', 3: 'three', 4: 'four' } as const;

/** The rules as they are printed, with the numbers of a set of boards. */
export function printedRules(language: Language, boards: PlainBoardSet): Rulebook {
  const { title, lead, parts, more, ways } = told[language];
  const numbered = (part: Part) => filled(part, numbersOf(boards));
  return { title, lead, parts: parts.map(numbered), more: more.map(numbered), ways };
}

/** The rules of one table: its options are told, and no others. */
export function tableRules(language: Language, boards: PlainBoardSet, known: KnownRules): Rulebook {
  const said = told[language];
  const { rules, players, moles } = known;
  const changes = changesOf(said, known);
  const turns = Number(rules.stall_limit ?? 0);
  const counts = [moles].flat();
  const each = isHandicap(moles) ? counts.join(',\u00a0') : counts[0]!;
  const numbers = { ...numbersOf(boards), moles: each, turns };
  const changed = (part: Part): Part[] => {
    const next = changes[part.name] ? changes[part.name]!(part) : part;
    return next ? [filled(next, numbers)] : [];
  };
  const special = said.more.filter((part) => part.name === 'special');
  const main = said.parts.flatMap((part: Part) =>
    part.name === 'safe' ? [part, ...special] : [part],
  );
  const teams = said.table[TEAMS[players as 2] ?? 'two'];
  return {
    title: said.title,
    lead: rules.victory === 'points' ? fill(said.table.lead_points, { teams }) : said.lead,
    parts: main.flatMap(changed),
    more: said.more.filter((part) => part.name !== 'special').flatMap(changed),
    ways: null,
  };
}

/** What is said otherwise where an option is chosen, by part. */
function changesOf({ table }: Told, { rules, moles, isFair }: KnownRules): Record<string, Change> {
  const saying = (text: string) => (part: Part) => ({ ...part, text });
  const as = (condition: boolean, text: string) =>
    condition ? saying(text) : (part: Part) => part;
  const even = isFair ? table.ready_fair_start : table.ready;
  return {
    ready: (part) => ({ ...part, steps: isHandicap(moles) ? table.ready_handicap : even }),
    must: as(rules.leave_hole === 'free', table.free),
    safe: as(rules.all_home === 'must_pass', table.must_pass),
    last: saying(rules.final_entry === 'solid_only' ? table.solid_only : table.all_paths),
    win: as(rules.victory === 'points', table.points),
    special: (part) =>
      rules.special_cells ? { ...part, title: table.special_title, text: table.special } : null,
    // The last of the rare cases is the stand-off.
    rare: (part) => ({
      ...part,
      points: [...(part.points ?? []).slice(0, -1), ...(rules.stall_limit ? [table.stall] : [])],
    }),
  };
}

const isHandicap = (moles: Moles): boolean => new Set([moles].flat()).size > 1;

type Numbers = Record<string, string | number>;

const numbersOf = ({ levels }: PlainBoardSet): Numbers => ({
  boards: levels.length,
  holes: levels.map((level) => level.holes.length).join(',\u00a0'),
});

const fill = (text: string, numbers: Numbers) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(numbers[name] ?? whole));

function filled(part: Part, numbers: Numbers): Part {
  const all = (texts: readonly string[] | undefined) => texts?.map((text) => fill(text, numbers));
  return {
    ...part,
    text: part.text && fill(part.text, numbers),
    steps: all(part.steps),
    points: all(part.points),
  };
}

export interface Piece {
  text: string;
  /** How it is marked. */
  mark: 'strong' | 'em' | '';
}

/** A text cut where its marks begin and end. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\*[^*]+\*|_[^_]+_)/)
    .filter(Boolean)
    .map((piece) => {
      const mark = piece.startsWith('*') ? 'strong' : piece.startsWith('_') ? 'em' : '';
      return { text: mark ? piece.slice(1, -1) : piece, mark };
    });
}
