/**
 * The service worker. It keeps the page on the device, so that it opens without a network. While
 * there is one, the page itself always comes from the server: nobody sees an old one after an upgrade.
 * What an open page of the version before may still want to load is kept as well. And it shows what
 * the server pushes: that it is somebody's turn at a table over days.
 */

import { addressOf, isAt, isSeen, lookOf, type OpenPage, pageFor, readNotice } from './notice';
import { strategyFor } from './strategy';

/** Filled in by the build: a name for this version of the page, and all its files; '' is the page itself. */
declare const VERSION: string;
declare const FILES: string[];

/** As much of a worker as is needed: its own types contradict those of the page. */
interface Worker {
  clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<WindowPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', task: (event: Extended) => void): void;
  addEventListener(type: 'fetch', task: (event: Fetching) => void): void;
  addEventListener(type: 'push', task: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', task: (event: Clicked) => void): void;
}
interface WindowPage extends OpenPage {
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
}
interface Extended {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extended {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Extended {
  data: { text(): string } | null;
}
interface Clicked extends Extended {
  notification: Notification;
}
const worker = self as unknown as Worker;

/** Where the page lies: the same build serves at any place. */
const PLACE = worker.registration.scope;
const PAGE = `taupes-${VERSION}`;
const ANSWERS = 'taupes-answers';
/** What is kept beside the versions of the page; the engine's worker sees to its own. */
const BESIDE = [ANSWERS, 'taupes-engine'];
/** How long the network may take before the page that was kept is shown, in milliseconds. */
const PATIENCE = 4000;

/** Keep every file; what an older version has kept under the same name is not fetched again. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(PAGE);
  await Promise.all(
    FILES.map(async (file) => {
      const address = PLACE + file;
      const kept = file.startsWith('assets/') ? await caches.match(address) : undefined;
      const answer = kept ?? (await fetch(address, { cache: 'no-cache' }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(address, answer);
    }),
  );
  await worker.skipWaiting();
}

/** Forget what is older than the version before this one: names come in the order of their making. */
async function forgetOld(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith('taupes-') && !BESIDE.includes(name));
  const before = others.filter((name) => name !== PAGE).slice(0, -1);
  await Promise.all(before.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  const kept = await caches.match(PLACE, { cacheName: PAGE });
  const fresh = fetch(request);
  if (!kept) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([fresh.catch(() => kept), late]);
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function answer(request: Request): Promise<Response> {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await (await caches.open(ANSWERS)).put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(request, { cacheName: ANSWERS });
    if (kept) return kept;
    throw error;
  }
}

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function tell(text: string | undefined): Promise<void> {
  const notice = readNotice(text);
  if (!notice) return;
  const { table } = notice;
  const seen = isSeen(await openPages(), table, PLACE);
  await worker.registration.showNotification(notice.title, lookOf(notice, seen, PLACE));
  // Browsers want something shown for every push; whoever is there already need not see it.
  if (seen)
    for (const one of await worker.registration.getNotifications({ tag: table })) one.close();
  if ('setAppBadge' in navigator)
    await navigator.setAppBadge(notice.waiting).catch(() => undefined);
}

async function lead(table: string): Promise<void> {
  const page = pageFor(await openPages(), table, PLACE);
  if (!page) return void (await worker.clients.openWindow(addressOf(table, PLACE)));
  await page.focus();
  if (!isAt(page, table, PLACE)) await page.navigate(addressOf(table, PLACE));
}

const WAYS = { page, asset, answer };

worker.addEventListener('install', (event) => event.waitUntil(keepAll()));
worker.addEventListener('activate', (event) => event.waitUntil(forgetOld()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const plan = strategyFor(request.method, request.url, request.mode, PLACE);
  if (plan !== 'network') event.respondWith(WAYS[plan](request));
});
worker.addEventListener('push', (event) => event.waitUntil(tell(event.data?.text())));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(String(event.notification.data)));
});
