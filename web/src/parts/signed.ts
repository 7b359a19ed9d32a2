/** Points won or lost, as the language writes numbers, with a sign that is no hyphen. */

import { language } from '../messages/index.svelte';

export function signed(points: number): string {
  const style = { signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(language(), style).format(points).replace('-', '−');
}
