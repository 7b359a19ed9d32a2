/** Where in the page we are: the path after the host, so that links to tables work. */

export interface Route {
  /** The first part of the path: `''` is the home screen. */
  screen: string;
  /** The rest, for example the id of a table. */
  rest: string[];
  query: URLSearchParams;
}

export function parseRoute(path: string, search = ''): Route {
  const [screen = '', ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  return { screen, rest, query: new URLSearchParams(search) };
}

const here = () => parseRoute(location.pathname, location.search);

let current: Route = $state.raw(typeof location === 'undefined' ? parseRoute('/') : here());

export function route(): Route {
  return current;
}

/** Go to another screen; `replace` leaves no trace in the history. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  current = here();
  window.scrollTo(0, 0);
}

/** Follow links inside the page and the browser's back button; called once. */
export function followRoutes(): void {
  addEventListener('popstate', () => (current = here()));
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
