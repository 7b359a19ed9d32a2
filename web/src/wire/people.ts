/** Who this device is to the keeper of tables: carried over to another one, set aside, taken up again. */

import { keep, kept } from '../device/store';
import { guest, keepGuest } from './guest';
import { connection } from './online.svelte';
import { asGuest, ask } from './requests';

/** A code by which another device becomes the same person, once. */
export interface Handover {
  code: string;
  /** For so long it is good. */
  seconds: number;
}

/** Whoever this device was before it became somebody else: only it knows them. */
const FORMER = 'taupes.guest.former';

/** Be somebody else from now on, with a line of their own. */
function be(token: string): void {
  keepGuest(token);
  connection.refresh();
}

export const people = {
  async handOver(): Promise<Handover> {
    await asGuest();
    return ask<Handover>('/api/me/handover', {});
  },
  /** Whether the code still waits for another device. */
  async waits(): Promise<boolean> {
    return (await ask<{ seconds: number }>('/api/me/handover')).seconds > 0;
  },
  /** Become the person whose code it is; who this device was by itself is set aside if they have games. */
  async become(code: string, hasGames: boolean): Promise<void> {
    const own = guest();
    const { token } = await ask<{ token: string }>('/api/handovers', { code });
    if (token === kept(FORMER)) keep(FORMER, '');
    // Whoever came here by a code is on another device too: only the first is set aside.
    else if (hasGames && own && own !== token && !this.hasFormer()) keep(FORMER, own);
    be(token);
  },
  hasFormer: (): boolean => Boolean(kept(FORMER)),
  /** Be whoever this device was by itself. */
  goBack(): void {
    const token = kept(FORMER);
    if (!token) return;
    keep(FORMER, '');
    be(token);
  },
  /** Everything that the keeper has of this device's person. */
  exported: () => ask<unknown>('/api/me/export'),
};
