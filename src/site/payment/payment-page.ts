import { paths } from '#config/paths.ts';
import { parseUrl } from '#contract/reading/url.ts';

/**
 * Whether a URL is a page of one of the payment hosts (comma-separated, with ports), or the site's own page for a
 * payment without a provider's page. No answer, genuine or forged, may send a shopper elsewhere. Plain HTTP is allowed
 * for this machine only, where the payment sandbox runs.
 * @param site - the origin of the site.
 */
export function isPaymentPage(url: string, hosts: string, site: string): boolean {
  const page = parseUrl(url);
  if (!page) return false;
  const { protocol, host, hostname, username, password } = page;
  if (username || password) return false;
  if (page.origin === site) return page.pathname === paths.paymentCallback;
  if (protocol !== 'https:' && !(protocol === 'http:' && hostname === '127.0.0.1')) return false;
  return hosts.split(',').some((allowed) => allowed.trim().toLowerCase() === host);
}
