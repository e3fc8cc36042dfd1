import { type ShopFile, shopFile } from './shop-schema.ts';

/**
 * The fields of shop.json that staff can change without the folder. The others belong only to the folder: the name is on
 * icons and pictures, and the company is in legal texts.
 */
export const CHANGEABLE = [
  'tagline',
  'description',
  'about',
  'range',
  'phone',
  'email',
  'chat',
  'social',
  'address',
  'hours',
  'banners',
  'brands',
  'promo',
  'reassurance',
  'deliveryPolicy',
  'deliverySummary',
  'campaigns',
  'delivery',
  'giftWrapping',
  'sampleCreditDays',
  'cancelling',
] as const satisfies readonly (keyof ShopFile)[];

export type ChangeableField = (typeof CHANGEABLE)[number];

/** Fields of shop.json with the values that staff have set; absent fields have the folder's values. */
export type ShopChanges = Partial<Pick<ShopFile, ChangeableField>>;

/**
 * Returns the facts with the changes of staff. Leaves out a value that this version does not accept, because another
 * version wrote it. The folder's value then applies.
 */
export function withChanges(facts: ShopFile, changes: Readonly<Record<string, unknown>>): ShopFile {
  const taken = CHANGEABLE.flatMap((field) => {
    if (!(field in changes)) return [];
    const read = shopFile.shape[field].safeParse(changes[field]);
    return read.success ? [[field, read.data]] : [];
  });
  return { ...facts, ...Object.fromEntries(taken) };
}
