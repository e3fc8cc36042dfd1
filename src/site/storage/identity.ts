/**
 * 128 random bits in hex. Not `crypto.randomUUID`, which a page served over plain http from another
 * machine does not have.
 */
export function newIdentity(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
