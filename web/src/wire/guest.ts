/** Who this device is to the server: one token, kept. */

const PLACE = 'taupes.guest';

export function guest(): string | null {
  return localStorage.getItem(PLACE);
}

export function keepGuest(token: string): void {
  localStorage.setItem(PLACE, token);
}
