import { NO_SECRET, SECRET_HEADER } from '#contract/headers.ts';
import { has } from './extensions.ts';

/**
 * How a call carries a secret: what stands for it in the address, and the header. Where the backend has no extension
 * secret.header, it stands in the address.
 */
export function carrySecret(secret: string): { inPath: string; headers: Record<string, string> } {
  const encoded = encodeURIComponent(secret);
  return has('secret.header')
    ? { inPath: NO_SECRET, headers: { [SECRET_HEADER]: encoded } }
    : { inPath: encoded, headers: {} };
}
