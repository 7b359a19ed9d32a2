/** Board sets over HTTP (docs/server.md). */

import type { Problem } from '../board/editor';
import type { PlainBoardSet } from '../board/stack';
import { ask } from './http';

export interface BoardsVerdict {
  ok: boolean;
  boards: PlainBoardSet | null;
  toml: string | null;
  errors: Problem[];
  warnings: Problem[];
}

export const checkBoards = (boards: PlainBoardSet) =>
  ask<BoardsVerdict>('/api/boards/check', { boards });

export const readToml = (toml: string) => ask<BoardsVerdict>('/api/boards/check', { toml });
