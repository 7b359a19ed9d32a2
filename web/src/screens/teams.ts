/** The four teams, in the order in which seats get them. */

import type { Team } from '../wire/protocol';

export const TEAMS: readonly Team[] = ['red', 'blue', 'green', 'yellow'];
