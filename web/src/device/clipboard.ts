/** Puts a text where it can be pasted from; whether it lies there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Over plain http from another machine there is no clipboard at all.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
