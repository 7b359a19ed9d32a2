/** Does something once the page has nothing else to do; gives back how to call it off. */
export function whenIdle(task: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(task, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  // Safari has none.
  const id = setTimeout(task, 500);
  return () => clearTimeout(id);
}
