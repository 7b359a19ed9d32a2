/** Which game is played: what a family chooses from, and the rulebooks behind it. */

import { maybe, t } from '../messages/index.svelte';

/** What a family chooses from, and the rulebook that it means. */
export const KINDS_OF_GAME = [
  { name: 'usual', preset: 'web' },
  { name: 'pro', preset: 'web-pro' },
  { name: 'points', preset: 'shop-points' },
] as const;

/** The rulebook for who has chosen none. */
export const USUAL = KINDS_OF_GAME[0].preset;

/** What a rulebook is called. */
export function presetTitle(name: string): string {
  return maybe(`setup.preset_${name.replace('-', '_')}`, name);
}

/** What a game is called by the rules it is played by, with single rules changed or not. */
export function gameTitle(preset: string, options: object = {}): string {
  const kind = KINDS_OF_GAME.find((one) => one.preset === preset);
  const name = kind ? t(`setup.kind.${kind.name}`) : presetTitle(preset);
  return Object.keys(options).length ? t('lists.changed', { name }) : name;
}
