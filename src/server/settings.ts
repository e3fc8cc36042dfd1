import { resolve } from 'node:path';
import { SettingsError } from '#backend/settings/settings.ts';
import { apiAddress } from '#config/api-address.ts';
import { insecureAddresses } from '#config/web-address.ts';
import { readHost, readPort } from '#process/address.ts';

/** Settings of the built-in server when it runs alone (`npm run site`). */
export interface SiteServerSettings {
  host: string;
  port: number;
  /** The publisher's folder, which holds `live` and `pool`. */
  folder: string;
  /** The address that shoppers open. */
  siteUrl: string;
  /** The address to which /api, /media and /admin are forwarded; undefined if browsers call the API at its own address. */
  apiUrl: string | undefined;
}

/** Reads the environment (README, Settings). @throws SettingsError that names every fault. */
export function readSiteSettings(
  env: Readonly<Record<string, string | undefined>>,
): SiteServerSettings {
  const faults: string[] = [];
  const host = readHost(env, ['HOST'], faults);
  const port = readPort(env, ['PORT'], 4321, faults);
  const siteUrl = env.SITE_URL ?? '';
  if (!/^https?:$/.test(URL.parse(siteUrl)?.protocol ?? '')) {
    faults.push('SITE_URL must be the address that shoppers open, such as https://turare.ng');
  } else if (env.SHOP_MODE === 'production') {
    faults.push(...insecureAddresses({ SITE_URL: siteUrl }));
  }
  let apiUrl: string | undefined;
  try {
    apiUrl = env.API_URL ? apiAddress(env.API_URL, 'API_URL') : undefined;
  } catch (error) {
    faults.push((error as Error).message);
  }
  if (faults.length > 0) throw new SettingsError(faults);
  const folder = resolve(env.PUBLISH_DIR || `${env.DATA_DIR || '.data'}/site`);
  return { host, port, folder, siteUrl, apiUrl };
}
