/** Board sets: the shipped ones, checking, pictures, paper. */

import type { BoardsVerdict, Paper } from '../protocol/boards';
import type { PlainBoardSet } from '../protocol/game';
import { type MadeFile, ask, askForFile, askOnce, spoken } from './requests';

export const boardSets = {
  shipped: () => askOnce<PlainBoardSet[]>('/api/boards'),
  check: (boards: PlainBoardSet) =>
    ask<BoardsVerdict>('/api/boards/check', { boards, language: spoken() }),
  readToml: (toml: string) => ask<BoardsVerdict>('/api/boards/check', { toml, language: spoken() }),
  /** A set drawn side by side, as SVG: a shipped one by its name, or boards of one's own. */
  async picture(boards: string | PlainBoardSet, orientations?: readonly number[]): Promise<Blob> {
    const file =
      typeof boards === 'string'
        ? askForFile(`/api/boards/${boards}/picture`)
        : askForFile('/api/boards/preview', {
            boards,
            orientations: orientations ?? boards.levels.map(() => 0),
          });
    return (await file).content;
  },
  /** A stack to cut out and play with, as a PDF. */
  print(
    boards: string | PlainBoardSet,
    orientations: readonly number[] | undefined,
    paper: Paper,
  ): Promise<MadeFile> {
    const language = spoken();
    if (typeof boards !== 'string')
      return askForFile('/api/print', { boards, orientations, paper, language });
    const query = new URLSearchParams({ boards, paper, language });
    if (orientations) query.set('orientations', orientations.join(''));
    return askForFile(`/api/print?${query.toString()}`);
  },
};
