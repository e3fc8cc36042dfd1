import { parseUrl } from '#contract/reading/url.ts';

/**
 * Whether a URL is a page of one of the payment hosts (comma-separated, with ports). No answer, genuine or forged, may
 * send a shopper elsewhere. Plain HTTP is allowed for this machine only, where the payment sandbox runs.
 */
export function isPaymentPage(url: string, hosts: string): boolean {
  const page = parseUrl(url);
  if (!page) return false;
  const { protocol, host, hostname, username, password } = page;
  if (username || password) return false;
  if (protocol !== 'https:' && !(protocol === 'http:' && hostname === '127.0.0.1')) return false;
  return hosts.split(',').some((allowed) => allowed.trim().toLowerCase() === host);
}
