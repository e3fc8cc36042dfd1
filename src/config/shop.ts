import { withChanges } from './shop-changes.ts';
import { readShopFolder } from './shop-folder.ts';
import type { ShopFile } from './shop-schema.ts';

/** The shop's own facts, and the company behind it. */
export type ShopFacts = Omit<ShopFile, 'company' | 'campaigns' | 'delivery'> & {
  /** ISO country, fixed at checkout (spec §1). */
  country: 'Nigeria';
};

let read: ShopFile | undefined;
let changed: ShopFile | undefined;

/** Returns the facts of the shop's folder, read once in a process, with the changes of staff. @throws ShopFolderFault */
export function shopFacts(): ShopFile {
  read ??= readShopFolder();
  return changed ?? read;
}

/** Gives this process the changes of staff, in place of earlier ones. */
export function takeShopChanges(changes: Readonly<Record<string, unknown>>): void {
  changed = undefined;
  changed = withChanges(shopFacts(), changes);
}

/** Returns the content of shop.json in the site's form. */
export const toShop = ({
  company: _,
  campaigns: __,
  delivery: ___,
  ...facts
}: ShopFile): ShopFacts => ({
  ...facts,
  country: 'Nigeria',
});

/**
 * The shop's own facts: those of the folder SHOP_DIR, with the changes of staff from the database. The folder is read at
 * the first use, so that a program can report its faults with those of the settings. In pages and their scripts the facts
 * are constants of the build (own-shop/plugin.ts).
 */
export const shop: ShopFacts = new Proxy({} as ShopFacts, {
  get: (_, name) => Reflect.get(toShop(shopFacts()), name),
});
