/** Board sets over HTTP (docs/server.md). */

import type { Problem } from '../board/editor';
import type { PlainBoardSet } from '../board/stack';
import { ask, reach, refusalOf } from './http';
import type { Language } from './protocol';

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

/** A set drawn side by side, as SVG. */
export async function pictureOf(
  boards: PlainBoardSet,
  orientations: readonly number[] = boards.levels.map(() => 0),
): Promise<Blob> {
  return (await fileOf('/api/boards/preview', { boards, orientations })).content;
}

export type Paper = 'a4' | 'letter';

/** A file that the server has made, with the name it gave it. */
export interface MadeFile {
  name: string;
  content: Blob;
}

/** A stack to cut out and play with, as a PDF: a shipped set by its name, or boards of one's own. */
export function printOf(
  boards: string | PlainBoardSet,
  orientations: readonly number[] | undefined,
  paper: Paper,
  language: Language,
): Promise<MadeFile> {
  if (typeof boards !== 'string')
    return fileOf('/api/print', { boards, orientations, paper, language });
  const query = new URLSearchParams({ boards, paper, language });
  if (orientations) query.set('orientations', orientations.join(''));
  return fileOf(`/api/print?${query.toString()}`);
}

async function fileOf(path: string, body?: unknown): Promise<MadeFile> {
  const response = await reach(path, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!response.ok) throw await refusalOf(response);
  const header = response.headers.get('Content-Disposition') ?? '';
  return { name: /filename="([^"]+)"/.exec(header)?.[1] ?? '', content: await response.blob() };
}
