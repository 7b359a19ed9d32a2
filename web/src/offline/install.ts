/** Keeps the page on the device, and itself up to date; called once. */

/** A page that reloads itself does so at most once in this many milliseconds. */
const OFTEN = 30_000;
const PLACE = 'taupes.reloaded';

/** `worker` is where the service worker lies. */
export function keepPage(worker: string): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    addEventListener('load', () => {
      navigator.serviceWorker.register(worker).catch(() => undefined);
    });
  // A part of the page is gone because the server has a newer one: take that.
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(PLACE) ?? 0);
    if (!navigator.onLine || Date.now() - last < OFTEN) return;
    event.preventDefault();
    sessionStorage.setItem(PLACE, String(Date.now()));
    location.reload();
  });
}
