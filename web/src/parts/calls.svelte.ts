/** Being told of one's turns on this device: what is possible, and what was chosen. */

import {
  askPermission,
  isAllowed,
  isForbidden,
  subscribe,
  support,
  unsubscribe,
} from '../device/notifications';
import { settings } from '../device/settings.svelte';
import { keep, kept } from '../device/store';
import { language, t } from '../messages/index.svelte';
import { push, type PushWish } from '../wire/push';
import { ServerError } from '../wire/requests';
import { problemOf } from './failure';

/** `none`: the server or the browser cannot. `install`: once the page is on the home screen. */
export type CallStatus = 'none' | 'install' | 'denied' | 'off' | 'on';

/** The name by which the server knows this device. */
const DEVICE = 'taupes.device';
/** What it was last told, and on which day: said again when either is another. */
const TOLD = 'taupes.calls';

let status: CallStatus = $state('none');

export const callStatus = (): CallStatus => status;

/** See what is possible here, before anything is offered. */
export async function lookAtCalls(): Promise<void> {
  status = await found().catch(() => 'none' as const);
}

async function found(): Promise<CallStatus> {
  const can = support();
  if (can === 'no' || !(await push.key())) return 'none';
  if (can === 'install') return 'install';
  if (isForbidden()) return 'denied';
  return settings.calls && isAllowed() ? 'on' : 'off';
}

/** Be told on this device, if whoever is asked allows it; an error says why not. */
export async function callMe(): Promise<void> {
  const key = await push.key();
  if (!key || !(await askPermission())) return lookAtCalls();
  await tell(key);
  settings.calls = true;
  status = 'on';
}

/** Why one cannot be told, in words. */
export function callProblem(error: unknown): string {
  return error instanceof ServerError ? problemOf(error) : t('calls.failed');
}

/** Be told nothing more on this device. */
export async function stopCalls(): Promise<void> {
  settings.calls = false;
  status = 'off';
  keep(TOLD, '');
  const device = kept(DEVICE);
  // Whichever of the two is reached: nothing comes any more.
  await Promise.allSettled([unsubscribe(), device ? push.unsubscribe(device) : null]);
}

/** Tell the server where this device is and what was chosen, if it does not know yet. */
export async function renewCalls(): Promise<void> {
  if (!settings.calls) return;
  const key = isAllowed() ? await push.key() : null;
  if (key) await tell(key);
}

async function tell(key: string): Promise<void> {
  const wish = wishOf((await subscribe(key)).toJSON());
  const told = `${new Date().toDateString()} ${JSON.stringify(wish)}`;
  if (kept(TOLD) === told) return;
  keep(DEVICE, await push.subscribe(wish));
  keep(TOLD, told);
}

function wishOf({ endpoint = '', keys = {} }: PushSubscriptionJSON): PushWish {
  const { quiet, quietFrom, quietUntil } = settings;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    endpoint,
    key: keys.p256dh ?? '',
    auth: keys.auth ?? '',
    language: language(),
    quiet: quiet ? { zone, begins: quietFrom, ends: quietUntil } : null,
  };
}
