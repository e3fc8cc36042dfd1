import { createApi } from '#site/catalogue/reading/api.ts';
import { readCatalogue, readVersion } from '#site/catalogue/reading/catalogue.ts';
import { readExtensions } from '#site/catalogue/reading/extensions.ts';
import { shownHash } from '#site/catalogue/reading/shown.ts';
import type { Publisher } from './publisher.ts';
import { usesExtensions } from './release/facts.ts';
import { askShopChanges, isSameShop } from './shop-changes.ts';
import type { SiteSettings } from './site-settings.ts';
import { type PollOutcome, readStatus } from './status.ts';

/**
 * Compares the catalogue with the live release. Asks for the version if the backend has the extension catalogue.version.
 * Otherwise reads the catalogue as a build does, without rendering anything.
 * @returns the reason for 'changed'.
 * @throws CatalogueFault if the catalogue cannot be read; the signal's reason if that aborts.
 */
export async function pollCatalogue(
  publisher: Pick<Publisher, 'folders' | 'live' | 'isUpToDate'>,
  settings: Pick<SiteSettings, 'API_URL' | 'SKIP_INVALID'>,
  signal: AbortSignal,
): Promise<{ outcome: PollOutcome; reason?: string }> {
  const { wanted, heldSince } = await readStatus(publisher.folders);
  if (heldSince) return { outcome: 'held' };
  if (wanted) return { outcome: 'busy' };
  const live = await publisher.live();
  if (!live) return changed('There is no release yet.');
  if (!(await publisher.isUpToDate())) return changed('Sources or settings have changed.');
  // One try: the next poll is the retry.
  const api = createApi(settings.API_URL, { tries: 1, signal });
  const extensions = await readExtensions(api, { before: live.extensions, log: () => {} });
  if (!usesExtensions(live, extensions)) return changed('The backend has other extensions.');
  const version = await readVersion(api, extensions);
  if (version !== undefined) {
    if (version === live.version) return { outcome: 'same' };
    return changed(`Version ${live.version} is live, and the catalogue has version ${version}.`);
  }
  if (!isSameShop(live.shop, await askShopChanges(api, extensions))) {
    return changed('The facts of the shop have changed.');
  }
  const skipInvalid = settings.SKIP_INVALID === 'true';
  const catalogue = await readCatalogue(api, { extensions, skipInvalid, log: () => {} });
  signal.throwIfAborted();
  if (shownHash(catalogue, extensions, catalogue.now) === live.shown) return { outcome: 'same' };
  return changed('The catalogue differs from what the live release shows.');
}

const changed = (reason: string) => ({ outcome: 'changed', reason }) as const;
