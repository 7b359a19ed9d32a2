/** Who this device is to a keeper of tables: one token for each, kept. */

import { keep, kept } from '../device/store';

const PLACES = { server: 'taupes.guest', device: 'taupes.guest.device' };

export const guest = (at: keyof typeof PLACES = 'server'): string | null => kept(PLACES[at]);

export const keepGuest = (token: string, at: keyof typeof PLACES = 'server'): void =>
  keep(PLACES[at], token);
