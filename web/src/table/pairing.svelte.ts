/** For somebody who wants to play with anyone: sits down where somebody waits, and else looks on. */

import { go } from '../device/routes.svelte';
import { isFound, longestWaiting, markFound, passOver } from '../parts/creation';
import type { Session } from './session.svelte';

/** Milliseconds between two looks for somebody who has waited longer. */
const AGAIN = 5000;

/** While a component is there; `sit` says whether one has got the seat. Tells whether anyone is still looked for. */
export function pairUp(
  session: Session,
  sit: (seat: number) => Promise<boolean>,
): { readonly isLooking: boolean } {
  let decided = false;
  $effect(() => {
    const { view, here, table } = session;
    // Who is here is known a moment after the table is.
    if (decided || !view || !here.length || !isFound(table) || view.you.length) return;
    decided = true;
    const free = view.seats.findIndex((seat) => seat.kind === 'open');
    const waits = view.seats.some((seat, index) => seat.kind === 'person' && here[index]);
    void tryToSit(view.stage === 'open' && waits ? free : -1);
  });

  async function tryToSit(seat: number): Promise<void> {
    if (seat < 0 || !(await sit(seat))) await passOver(session.table).catch(() => undefined);
  }

  // Two people may have opened a table at the same moment: the later one goes to the other.
  const isAlone = $derived(
    !!session.view?.owner &&
      session.view.stage === 'open' &&
      isFound(session.table) &&
      session.view.seats.every((seat, i) => seat.kind === 'open' || session.view!.you.includes(i)),
  );
  $effect(() => {
    if (!isAlone) return;
    const timer = setInterval(() => void joinEarlier(), AGAIN);
    return () => clearInterval(timer);
  });

  async function joinEarlier(): Promise<void> {
    const other = await longestWaiting().catch(() => undefined);
    if (!other || !session.view || other.created >= session.view.created || !isAlone) return;
    if (!(await session.send({ type: 'close' }))) return;
    markFound(other.table);
    go(`/table/${other.table}`, true);
  }

  return {
    get isLooking() {
      return isAlone;
    },
  };
}
