/** Who this device is to the keeper of tables: one token, kept. */

import { keep, kept } from '../device/store';

const PLACE = 'taupes.guest';

export const guest = (): string | null => kept(PLACE);

export const keepGuest = (token: string): void => keep(PLACE, token);
