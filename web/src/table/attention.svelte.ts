/** What a table does by itself for whoever is to act: says that it is their turn, does what is forced. */

import { FACTOR } from '../board/animation';
import { announce } from '../device/announce.svelte';
import { animationSpeed, settings } from '../device/settings.svelte';
import { play } from '../device/sound';
import { t } from '../messages/index.svelte';
import { subject } from '../parts/names';
import type { Session } from './session.svelte';

/** How long something forced can be seen before it is done, in milliseconds. */
const PAUSE = 900;

/** Say whose turn it is, once for each decision; while a component is there. */
export function callToTurn(session: () => Session): void {
  let called = '';
  $effect(() => {
    const { acting, position, animator, view } = session();
    if (acting === null || !position || !view || animator.busy) return;
    const mark = `${acting}/${position.phase}/${position.events}`;
    if (mark === called) return;
    const fresh = called.split('/')[0] !== String(acting);
    called = mark;
    if (position.phase !== 'draw' && position.phase !== 'place') return;
    if (fresh || view.you.length === 1) play('turn');
    announce(t('table.your_turn_name', subject(view, acting)));
  });
}

/** How long the last event is looked at before the end is told, in milliseconds. */
const BREATH = 900;

/** Whether the end of the game has been seen; while a component is there. */
export function seenEnd(session: () => Session): { readonly now: boolean } {
  let seen = $state(false);
  // Whoever comes to a game that is over knows it.
  let late = true;
  $effect(() => {
    const { stage } = session();
    if (stage !== 'over' && stage !== 'closed') {
      late = seen = false;
      return;
    }
    const timer = setTimeout(() => (seen = true), late ? 0 : BREATH * FACTOR[animationSpeed()]);
    return () => clearTimeout(timer);
  });
  return {
    get now() {
      return seen;
    },
  };
}

/** The points as far as they have been seen to be made; while a component is there. */
export function seenPoints(session: () => Session): { readonly now: readonly number[] | null } {
  let seen = $state.raw(session().position?.points ?? null);
  $effect(() => {
    const { position, animator } = session();
    if (!animator.busy) seen = position?.points ?? null;
  });
  return {
    get now() {
      return seen;
    },
  };
}

/** What is forced is done by itself if so wished; while a component is there. */
export function passByItself(session: () => Session): void {
  $effect(() => {
    const { hand } = session();
    const what = hand.forced;
    if (!what || !settings.autoPass) return;
    const timer = setTimeout(() => void hand.act({ type: what }), PAUSE * FACTOR[animationSpeed()]);
    return () => clearTimeout(timer);
  });
}
