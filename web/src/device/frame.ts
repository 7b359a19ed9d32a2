/** Frames: what is drawn at once. */

/** Milliseconds until a frame is no longer waited for: a page that nobody sees draws none. */
const LATEST = 100;

/** Wait until what there is has been drawn: what follows is a task of its own, and so is its drawing. */
export function frameDrawn(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, LATEST);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
