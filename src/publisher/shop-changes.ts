import type { Extension } from '#contract/extensions.ts';
import { bySchema } from '#contract/reading/by-schema.ts';
import { shopChanges } from '#contract/shop.ts';
import { type Api, createApi } from '#site/catalogue/reading/api.ts';
import { readExtensions } from '#site/catalogue/reading/extensions.ts';

/** What staff have changed of the shop's facts, by field of shop.json. Pages are bundled with it. */
export type ShopChanges = Readonly<Record<string, unknown>>;

/**
 * Reads what staff have changed from a backend with the extension shop.facts; {} from any other.
 * @param before - the extensions of the live release, as in readExtensions.
 * @throws CatalogueFault when the live release uses extensions and the backend does not tell its own.
 */
export async function readShopChanges(
  apiUrl: string,
  before: readonly string[] | undefined,
): Promise<ShopChanges> {
  const api = createApi(apiUrl);
  // The build reads the extensions again, and says what is odd about them.
  const extensions = await readExtensions(api, { before, log: () => {} });
  return askShopChanges(api, extensions);
}

/** The same from a backend whose extensions are known. */
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
