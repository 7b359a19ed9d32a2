/** Notifications of this device: whether there can be any, where they are sent, which are shown. */

import { pathHere } from './routes.svelte';

/** `install`: on iPhones and iPads only a page on the home screen may show any. */
export type Support = 'yes' | 'install' | 'no';

export function support(): Support {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return 'yes';
  return 'standalone' in navigator && !navigator.standalone ? 'install' : 'no';
}

export const isForbidden = (): boolean => Notification.permission === 'denied';
export const isAllowed = (): boolean => Notification.permission === 'granted';

/** Ask the person, who has just said that they want it; whether they may be told. */
export async function askPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

async function manager(): Promise<PushManager> {
  // `ready` alone would wait for ever where no worker was let in.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('no worker');
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Where this device is sent to by a server with that key. */
export async function subscribe(key: string): Promise<PushSubscription> {
  const push = await manager();
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await push.subscribe(wish);
  } catch (error) {
    // The device is still another key's: the server has begun anew.
    const old = await push.getSubscription();
    if (!old || (error as DOMException).name !== 'InvalidStateError') throw error;
    await old.unsubscribe();
    return push.subscribe(wish);
  }
}

export async function unsubscribe(): Promise<void> {
  await (await (await manager()).getSubscription())?.unsubscribe();
}

/** What this device shows now. */
export async function listShown(): Promise<Notification[]> {
  if (!('serviceWorker' in navigator)) return [];
  const worker = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await worker?.getNotifications?.()) ?? [];
}

/** Take away what was shown of tables that wait no more, or that are before one's eyes. */
export function clearShown(shown: Notification[], waits: (table: string) => boolean): void {
  const here = document.hidden ? '' : pathHere();
  for (const one of shown) if (!waits(one.tag) || here === `/table/${one.tag}`) one.close();
}
