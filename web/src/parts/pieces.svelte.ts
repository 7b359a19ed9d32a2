/** Something large is built piece by piece, each in a frame of its own: in between the page listens. */

import { frameDrawn } from '../device/frame';

/** Counts the pieces that may be built by now, up to so many; called while a component is made. */
export function piecemeal(all: number): { readonly built: number; readonly isWhole: boolean } {
  let built = $state(0);
  $effect(() => {
    if (built === all) return;
    let isWanted = true;
    void frameDrawn().then(() => isWanted && built++);
    return () => (isWanted = false);
  });
  return {
    get built() {
      return built;
    },
    get isWhole() {
      return built === all;
    },
  };
}
