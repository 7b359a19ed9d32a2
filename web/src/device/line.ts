/** The line to the network, as far as the browser tells. */

/** Whether what is fetched may cost this person money. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}
