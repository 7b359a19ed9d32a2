/** Something large is built piece by piece, each in a task of its own: in between the page listens and draws. */

/** Counts the pieces that may be built by now, up to so many; called while a component is made. */
export function piecemeal(all: number): { readonly built: number; readonly isWhole: boolean } {
  let built = $state(0);
  $effect(() => {
    if (built === all) return;
    const next = setTimeout(() => built++);
    return () => clearTimeout(next);
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
