/** How the service worker answers: decided without a browser. */

/**
 * `page`: from the network, else the page as it was kept. `asset`: as kept, for its name changes with
 * its content. `answer`: from the network, else what the server said last. `network`: not our business.
 */
export type Strategy = 'page' | 'asset' | 'answer' | 'network';

/** What hardly changes and helps without a server: boards to look at, the rules, the levels. */
const LASTING = /^\/api\/(boards(\/\w+(\/picture)?)?|rules|bots|server)$/;

export function strategyFor(
  method: string,
  address: string,
  mode: string,
  origin: string,
): Strategy {
  const url = new URL(address);
  if (method !== 'GET' || url.origin !== origin) return 'network';
  if (url.pathname.startsWith('/api/')) return LASTING.test(url.pathname) ? 'answer' : 'network';
  if (mode === 'navigate') return 'page';
  return url.pathname.startsWith('/assets/') || /\.(png|svg|webmanifest)$/.test(url.pathname)
    ? 'asset'
    : 'network';
}
