/** Where in the page we are: the path after the page's own place, so that links to tables work. */

export interface Route {
  /** The first part of the path: `''` is the home screen. */
  screen: string;
  /** The rest, for example the id of a table. */
  rest: string[];
  query: URLSearchParams;
}

/** Where the page lies, with a slash at its end; a server that answers every path with it says so. */
const PLACE: string | null =
  typeof document === 'undefined' ? '/' : (document.documentElement.dataset.root ?? null);

/**
 * What stands before the path of a screen in a link. In a plain folder nobody answers such paths, so
 * there they come after `#`.
 */
export const ROOT = PLACE === null ? '#' : PLACE.slice(0, -1);

/** Whether the page came from a server that keeps tables. */
export const HAS_SERVER = PLACE !== null;

export function parseRoute(path: string): Route {
  const [names = '', search] = path.split('?');
  const [screen = '', ...rest] = names.split('/').filter(Boolean).map(decodeURIComponent);
  return { screen, rest, query: new URLSearchParams(search) };
}

/** The path of the screen that is shown. */
export function pathHere(): string {
  if (PLACE !== null) return location.pathname.slice(ROOT.length) + location.search;
  return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
}

/** A screen's whole address, for other people. */
export const addressOf = (path: string): string => new URL(ROOT + path, location.href).href;

/** A file of the page's folder, or of its server. */
export const fileAt = (name: string): string => (PLACE ?? './') + name;

const here = () => parseRoute(pathHere());

let current: Route = $state.raw(typeof location === 'undefined' ? parseRoute('/') : here());

export function route(): Route {
  return current;
}

/** Go to another screen; `replace` leaves no trace in the history. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', ROOT + path);
  else history.pushState(null, '', ROOT + path);
  current = here();
  window.scrollTo(0, 0);
}

/** Say in the address what is shown, without going anywhere. */
export function note(path: string): void {
  if (pathHere() !== path) history.replaceState(null, '', ROOT + path);
}

/** Follow links inside the page and the browser's back button; called once. */
export function followRoutes(): void {
  addEventListener('popstate', () => (current = here()));
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const path = link.getAttribute('href') ?? '';
    if (path.startsWith('#') && !path.startsWith('#/')) {
      // A place on this screen; after `#` there is the screen's own path already.
      if (PLACE !== null) return;
      event.preventDefault();
      return document.getElementById(path.slice(1))?.focus();
    }
    if (!path.startsWith(`${ROOT}/`)) return;
    event.preventDefault();
    go(path.slice(ROOT.length));
  });
}
