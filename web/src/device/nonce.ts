/** A number that nobody else can know, as text; found also over plain http, where there is no `randomUUID`. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
