/** How the service worker answers: decided without a browser. */

/**
 * `page`: from the network, else the page as it was kept. `asset`: as kept, for its name changes with
 * its content. `answer`: from the network, else what was said last. `network`: not our business.
 */
export type Strategy = 'page' | 'asset' | 'answer' | 'network';

/** What hardly changes and helps without a server: boards to look at, the rules, the levels. */
const LASTING = /^api\/(boards(\/\w+(\/picture)?)?|rules|bots|server)$/;
/** Files whose names follow their content, and those that an installed page needs. */
const KEPT = /^(assets|engine)\/|\.(md|png|svg|webmanifest)$/;

/** `place` is where the page lies: nothing else is its worker's business. */
export function strategyFor(
  method: string,
  address: string,
  mode: string,
  place: string,
): Strategy {
  if (method !== 'GET' || !address.startsWith(place)) return 'network';
  const [path = ''] = address.slice(place.length).split(/[?#]/);
  if (path.startsWith('api/')) return LASTING.test(path) ? 'answer' : 'network';
  if (path.startsWith('answers/')) return 'answer';
  if (mode === 'navigate') return 'page';
  return KEPT.test(path) ? 'asset' : 'network';
}
