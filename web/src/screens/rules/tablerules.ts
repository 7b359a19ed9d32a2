/** The rules and boards of a table, however far it has come. */

import { type KnownRules, printedRules, type Rulebook, tableRules } from '../../game/rulebook';
import { MOLES } from '../../game/realtable';
import { FAIR_START, type PlainBoardSet } from '../../protocol/game';
import type { Language } from '../../protocol/language';
import type { TableView } from '../../protocol/table';
import { boardSets } from '../../wire/boards';
import { info } from '../../wire/info';
import { tables } from '../../wire/tables';

/** What a rulebook speaks of. */
export interface Subject {
  boards: PlainBoardSet;
  orientations: readonly number[];
  /** Null: all tables. */
  known: KnownRules | null;
}

export async function subjectOf(id: string): Promise<Subject> {
  const view = await tables.one(id);
  const players = view.seats.length;
  if (view.game) {
    const { boards, orientations, rules, moles } = view.game;
    return { boards, orientations, known: { rules, players, moles } };
  }
  return { ...(await chosenFor(view)), orientations: [] };
}

/** Before the game has begun: what was chosen for it. */
async function chosenFor({ setup, seats }: TableView): Promise<Pick<Subject, 'boards' | 'known'>> {
  const [all, shipped] = await Promise.all([info.rules(), boardSets.shipped()]);
  const players = seats.length;
  const preset = all.presets.find((one) => one.name === (setup.preset ?? all.default));
  const rules = { ...preset?.rules[String(players)], ...setup.options };
  const { boards } = setup;
  const set = typeof boards === 'object' ? boards : shipped.find((one) => one.name === boards);
  return {
    boards: set ?? shipped[0]!,
    known: {
      rules,
      players,
      moles: Array.isArray(setup.moles) ? setup.moles : (MOLES[players] ?? 6),
      isFair: setup.moles === FAIR_START,
    },
  };
}

export function bookOn({ boards, known }: Subject, language: Language): Rulebook {
  return known ? tableRules(language, boards, known) : printedRules(language, boards);
}
