import type { Settings } from '#backend/settings/settings.ts';
import { ownAddress } from '#process/address.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { Publisher } from '#publisher/publisher.ts';
import { usesExtensions } from '#publisher/release/facts.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { readShopSettings } from './settings.ts';

/** Returns the API's settings that the site's build needs, too. */
export const siteSettings = ({
  SITE_URL,
  ...settings
}: Pick<Settings, 'SITE_URL' | `${'PAYSTACK' | 'FLUTTERWAVE'}_PAGE_HOSTS`>) => ({
  SITE_URL,
  PUBLIC_PAYMENT_HOSTS: [
    ...new Set([...settings.PAYSTACK_PAGE_HOSTS, ...settings.FLUTTERWAVE_PAGE_HOSTS]),
  ].join(','),
});

/** Returns the publisher's settings for the shop that `npm start` opens with this environment. */
export function publisherEnvironment(env: NodeJS.ProcessEnv) {
  const { host, port, dataDir, backend } = readShopSettings(env);
  return { ...siteSettings(backend), API_URL: ownAddress(host, port), DATA_DIR: dataDir };
}

/**
 * Creates the publisher of a shop that reads its own API. Builds inherit this environment, so every setting of the build
 * is read here. A setting without a fingerprint would change the rendered pages and not the kept ones.
 * @throws Error with all faults in one message.
 */
export function shopPublisher(options: {
  dataDir: string;
  apiUrl: string;
  settings: Settings;
}): Publisher {
  const { folder, site } = readPublisherSettings({
    ...process.env,
    ...siteSettings(options.settings),
    DATA_DIR: options.dataDir,
    API_URL: options.apiUrl,
  });
  return new Publisher({ folder, settings: site, secret: options.settings.PUBLISHER_SECRET });
}

/**
 * Publishes, unless the live release was made from the same sources, settings, catalogue and extensions.
 * @returns null if no build was needed.
 */
export async function ensureRelease(
  publisher: Publisher,
  catalogueVersion: string,
  extensions: readonly string[],
): Promise<PublicationReport | null> {
  const live = await publisher.live();
  const alike = live?.version === catalogueVersion && usesExtensions(live, extensions);
  if (alike && (await publisher.isUpToDate())) return null;
  return publisher.publish();
}
