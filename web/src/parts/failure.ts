/** What went wrong, in words. */

import { maybe, t } from '../messages/index.svelte';
import { ServerError } from '../wire/requests';

/** The same for where one begins a game: that this device cannot keep it is said at the end of the screen. */
export const problemHere = (error: unknown): string =>
  error instanceof ServerError && !error.status ? '' : problemOf(error);

/**
 * The page's own words for what went wrong, else the server's sentence, or that it cannot be reached.
 * The page has words where the server's go into detail that is for programs.
 */
export function problemOf(error: unknown): string {
  if (!(error instanceof ServerError)) return t('home.no_server');
  return maybe(`problem.${error.code}`, error.message || t('home.no_server'));
}
