import type { Settings } from '#backend/settings/settings.ts';
import { paths } from '#config/paths.ts';
import type { AlertLinks } from './emails.ts';

/** The public addresses of the site and of the API. */
export type Addresses = Pick<Settings, 'SITE_URL' | 'PUBLIC_API_URL'>;

/** Returns the links in a request's emails. `key` is its secret. */
export function linksOf(
  { SITE_URL, PUBLIC_API_URL }: Addresses,
  key: string,
): Pick<AlertLinks, 'stop' | 'unsubscribeUrl'> & { confirm: string } {
  return {
    confirm: `${SITE_URL}${paths.stockAlert('confirm', key)}`,
    stop: `${SITE_URL}${paths.stockAlert('stop', key)}`,
    unsubscribeUrl: `${PUBLIC_API_URL}/api/stock-alert/${key}/stop`,
  };
}
