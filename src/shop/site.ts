import { claimFolder } from '#backend/db/claim.ts';
import type { Settings } from '#backend/settings.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import { Publisher } from '#publisher/publisher.ts';
import { readPublisherSettings } from '#publisher/settings.ts';

/** What a build of the site has to know of the API's settings. */
export const siteSettings = ({
  SITE_URL,
  PAYSTACK_PAGE_HOSTS,
}: Pick<Settings, 'SITE_URL' | 'PAYSTACK_PAGE_HOSTS'>) => ({
  SITE_URL,
  PUBLIC_PAYMENT_HOSTS: PAYSTACK_PAGE_HOSTS.join(','),
});

/**
 * The publisher of a shop that reads its own API. All settings of the site's build are read here, since the builds
 * inherit our environment: one that was not counted would be in new pages and not in kept ones.
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
  return new Publisher({ folder, settings: site, claim: claimFolder });
}

/**
 * Publishes, unless the live release was made from the same sources, settings and catalogue.
 * @returns null when nothing had to be built.
 */
export async function ensureRelease(
  publisher: Publisher,
  catalogueVersion: string,
): Promise<PublicationReport | null> {
  const live = await publisher.live();
  if (live?.version === catalogueVersion && (await publisher.isOfToday())) return null;
  return publisher.publish();
}
