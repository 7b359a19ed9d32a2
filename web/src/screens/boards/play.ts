/** A game at once on some boards: against one bot. */

import type { Draft } from '../../board/editor';
import { t } from '../../messages/index.svelte';
import { settings } from '../../settings.svelte';
import { http } from '../../wire/http';
import type { Setup } from '../../wire/protocol';
import { createTable, usualLevel } from '../start';

export async function playOn(boards: Setup['boards'], orientations?: Draft['orientations']) {
  const level = usualLevel(await http.bots());
  const setup: Setup = { boards, stand_in: level, first: 0 };
  await createTable(orientations ? { ...setup, orientations } : setup, [
    { who: 'me', name: settings.names[0]?.trim() || t('seat.you'), team: settings.team },
    { who: 'bot', level },
  ]);
}
