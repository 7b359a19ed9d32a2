/** What went wrong, in words. */

import { t } from '../messages/index.svelte';
import { ServerError } from '../wire/requests';

/** The server's own sentence, or that it cannot be reached. */
export function problemOf(error: unknown): string {
  return error instanceof ServerError && error.message ? error.message : t('home.no_server');
}
