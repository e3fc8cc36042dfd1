import { type ShopFile, shopFile } from './shop-schema.ts';

/**
 * The fields of shop.json that staff change by command, without the folder. The others belong to the folder alone: the
 * name is on icons and pictures, and the company stands in legal texts.
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
] as const satisfies readonly (keyof ShopFile)[];

export type ChangeableField = (typeof CHANGEABLE)[number];

/** Fields of shop.json with the values that staff have set; absent fields are as the folder has them. */
export type ShopChanges = Partial<Pick<ShopFile, ChangeableField>>;

/**
 * The facts with what staff have changed. A value that this version does not take, because another one wrote it, is left
 * out: the folder's stands then.
 */
export function withChanges(facts: ShopFile, changes: Readonly<Record<string, unknown>>): ShopFile {
  const taken = CHANGEABLE.flatMap((field) => {
    if (!(field in changes)) return [];
    const read = shopFile.shape[field].safeParse(changes[field]);
    return read.success ? [[field, read.data]] : [];
  });
  return { ...facts, ...Object.fromEntries(taken) };
}
