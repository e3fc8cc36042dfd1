import { NO_SECRET, SECRET_HEADER } from '#contract/headers.ts';
import { has } from './extensions.ts';

/**
 * Returns how a call carries a secret: its placeholder in the address, and the header. If the backend lacks the
 * extension secret.header, the secret itself is in the address.
 */
export function carrySecret(secret: string): { inPath: string; headers: Record<string, string> } {
  const encoded = encodeURIComponent(secret);
  return has('secret.header')
    ? { inPath: NO_SECRET, headers: { [SECRET_HEADER]: encoded } }
    : { inPath: encoded, headers: {} };
}
