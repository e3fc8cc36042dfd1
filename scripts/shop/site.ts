import { claimFolder } from '#backend/db/claim.ts';
import type { Settings } from '#backend/settings.ts';
import type { PublicationReport } from '../../src/publisher/publication.ts';
import { Publisher } from '../../src/publisher/publisher.ts';

/** What a build of the site has to know of the API's settings. */
export const siteSettings = ({
  SITE_URL,
  PAYSTACK_PAGE_HOSTS,
}: Pick<Settings, 'SITE_URL' | 'PAYSTACK_PAGE_HOSTS'>) => ({
  SITE_URL,
  PUBLIC_PAYMENT_HOSTS: PAYSTACK_PAGE_HOSTS.join(','),
});

/** The publisher of a shop that reads its own API. */
export const shopPublisher = (options: {
  folder: string;
  apiUrl: string;
  settings: Settings;
}): Publisher =>
  new Publisher({
    folder: options.folder,
    settings: { ...siteSettings(options.settings), API_URL: options.apiUrl },
    claim: claimFolder,
  });

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
