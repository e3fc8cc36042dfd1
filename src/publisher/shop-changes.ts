import type { Extension } from '#contract/extensions.ts';
import { bySchema } from '#contract/reading/by-schema.ts';
import { shopChanges } from '#contract/shop.ts';
import { type Api, createApi } from '#site/catalogue/reading/api.ts';
import { readExtensions } from '#site/catalogue/reading/extensions.ts';

/** The shop's facts that staff have changed, by field of shop.json. Pages are bundled with them. */
export type ShopChanges = Readonly<Record<string, unknown>>;

/**
 * Reads the facts that staff have changed from a backend with the extension shop.facts; {} from any other.
 * @param before - the extensions of the live release, as in readExtensions.
 * @throws CatalogueFault if the live release uses extensions and the backend does not list its own.
 */
export async function readShopChanges(
  apiUrl: string,
  before: readonly string[] | undefined,
): Promise<ShopChanges> {
  const api = createApi(apiUrl);
  // The build reads the extensions again, and reports oddities.
  const extensions = await readExtensions(api, { before, log: () => {} });
  return askShopChanges(api, extensions);
}

/** Does the same for a backend with known extensions. */
export async function askShopChanges(
  api: Api,
  extensions: ReadonlySet<Extension>,
): Promise<ShopChanges> {
  if (!extensions.has('shop.facts')) return {};
  return (await api.get('/api/shop', bySchema(shopChanges))).facts;
}

/** Whether two changes give the same pages. */
export const isSameShop = (one: ShopChanges = {}, other: ShopChanges = {}): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (changes: ShopChanges) =>
  Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1));
