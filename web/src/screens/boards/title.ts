/** What a set of boards is called: shipped ones in the page's language, others as they were named. */

import { maybe } from '../../messages/index.svelte';

export function titleOf(name: string): string {
  return maybe(`boards.name_${name}`, name);
}
