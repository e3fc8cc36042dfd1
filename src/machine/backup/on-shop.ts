import type { Addresses } from '#backend/db/addresses.ts';
import type { ObjectStore } from '#backend/media/objects/object-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { asOwner } from '#machine/as-user.ts';
import { openShopDatabase } from '#shop/database.ts';

/** A shop's database and its pictures, to be backed up or restored. */
export interface ShopPlaces {
  databaseUrl: Addresses;
  pictures: ObjectStore;
}

/** Runs work on the shop of the settings, which is closed afterwards if it was opened here. */
export async function onShop<T>(
  settings: Settings,
  work: (shop: ShopPlaces) => Promise<T>,
): Promise<T> {
  const database = await openShopDatabase(settings);
  try {
    return await work({ databaseUrl: database.addresses, pictures: openPictures(settings) });
  } finally {
    await database.close();
  }
}

/** The same as the owner of its data, who may be known to PostgreSQL where root is not. */
export const onOwnShop = <T>(
  settings: Settings,
  work: (shop: ShopPlaces) => Promise<T>,
): Promise<T> => asOwner(settings.DATA_DIR, () => onShop(settings, work));
