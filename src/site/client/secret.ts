import { NO_SECRET, SECRET_HEADER } from '#contract/headers.ts';

/**
 * How a call carries a secret: what stands for it in the address, and the header. Where the backend has no extension
 * secret.header (layouts/Base.astro), it stands in the address.
 */
export function carrySecret(secret: string): { inPath: string; headers: Record<string, string> } {
  const encoded = encodeURIComponent(secret);
  return 'secrets' in document.documentElement.dataset
    ? { inPath: NO_SECRET, headers: { [SECRET_HEADER]: encoded } }
    : { inPath: encoded, headers: {} };
}
