/** What lies on this device's own shelf, for lists: read without waking the engine. */

import { keep, kept } from '../device/store';
import type { RecordLine } from '../protocol/record';
import type { TableLine } from '../protocol/table';

/** Set as soon as something was kept here: who has never played here need not look. */
const PLACE = 'taupes.shelf';

export interface Shelved {
  tables: TableLine[];
  records: RecordLine[];
}

export function noteShelved(): void {
  keep(PLACE, 'used');
}

export async function shelved(): Promise<Shelved> {
  if (!kept(PLACE)) return { tables: [], records: [] };
  const { readLists } = await import('../local/lists');
  // A browser that keeps nothing any more has nothing to list.
  return readLists().catch(() => ({ tables: [], records: [] }));
}
