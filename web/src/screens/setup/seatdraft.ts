/** Who is to sit at a new table, seat by seat. */

import type { Team } from '../../protocol/table';

export type Way = 'bots' | 'together' | 'online';

export interface SeatDraft {
  who: 'me' | 'bot' | 'open';
  name: string;
  level: string;
  /** A bot's temperament: chosen, or null. */
  temperament: string | null;
  team: Team;
}

/** Who sits there at first. */
export const FIRST: Record<Way, SeatDraft['who'][]> = {
  bots: ['me', 'bot', 'bot'],
  together: ['me', 'me'],
  online: ['me', 'open'],
};
/** Who may sit on the further seats; the first is who is added. */
export const KINDS: Record<Way, SeatDraft['who'][]> = {
  bots: ['bot'],
  together: ['me', 'bot'],
  online: ['open', 'bot', 'me'],
};
