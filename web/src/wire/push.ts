/** Being told of one's turns: this device, and single tables. */

import { HAS_SERVER } from '../device/routes.svelte';
import type { Language } from '../protocol/language';
import { asGuest, ask, askOnce } from './requests';

/** A device as its browser describes it, and when it stays silent. */
export interface PushWish {
  endpoint: string;
  key: string;
  auth: string;
  language: Language;
  quiet: { zone: string; begins: number; ends: number } | null;
}

const ofTable = (table: string) => `/api/tables/${encodeURIComponent(table)}/push`;

export const push = {
  /** The server's key; null where nobody is told of anything. */
  key: async () => (HAS_SERVER ? (await askOnce<{ key: string | null }>('/api/push')).key : null),
  /** The name of the device, by which it is forgotten again. */
  async subscribe(wish: PushWish): Promise<string> {
    await asGuest();
    return (await ask<{ device: string }>('/api/me/push', wish, 'PUT')).device;
  },
  unsubscribe: (device: string) => ask(`/api/me/push/${device}`, undefined, 'DELETE'),
  isMuted: async (table: string) => (await ask<{ muted: boolean }>(ofTable(table))).muted,
  mute: (table: string, muted: boolean) => ask(ofTable(table), { muted }, 'PUT'),
};
