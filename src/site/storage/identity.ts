/**
 * Returns 128 random bits in hexadecimal. `crypto.randomUUID` does not exist on a page that another machine serves over
 * plain HTTP.
 */
export function newIdentity(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
