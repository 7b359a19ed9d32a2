/** Codes that people read on one device and type on another. */

const LETTERS = 12;
const MISREAD: Record<string, string> = { O: '0', I: '1', L: '1' };

/** A code in groups of four, however it was typed; null if it is none. */
export function parseCode(text: string): string | null {
  const plain = text.toUpperCase().replace(/[OIL]/g, (letter) => MISREAD[letter]!);
  const found = plain.replace(/[^0-9A-Z]/g, '');
  if (found.length !== LETTERS || found.includes('U')) return null;
  return found.match(/.{4}/g)!.join('-');
}

/**
 * Where another device is led to. What comes after # stays on the device: it is in no request, and
 * in nobody's log.
 */
export function linkOf(settings: string, code: string): string {
  return `${settings}#${code}`;
}
