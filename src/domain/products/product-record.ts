import { toKobo } from '#domain/money/money.ts';
import { type Discount, isDiscountActive, salePriceKobo } from '#domain/money/price.ts';
import { type Known, listedFacts } from './product-fields.ts';
import { IN_THE_BOX } from './sets.ts';

/** The source of a record: the fields of a product (src/contract/product.ts) that others read. */
export interface Recorded extends Known {
  id: string;
  name: string;
  /** Naira. */
  price: number;
  description: string;
  qtyAvailable: number;
  createdAt: string;
  discount?: Discount | null | undefined;
  brand?: string | undefined;
  categories?: readonly string[] | undefined;
}

/**
 * The data about a product for others. Every feed, the product sitemap and the answers to agents are made from this
 * record, and only map and escape it. So they agree with each other and with the product page. It holds nothing that
 * may change without a release: no number of units, no rating. It has no delivery: a fee depends on a place, and no
 * feed has places within Nigeria.
 */
export interface ProductRecord {
  id: string;
  /** The name, on one line. */
  title: string;
  /** Plain text on one line; the title if the merchant has written nothing. */
  description: string;
  brand: string | undefined;
  categories: readonly string[];
  /** Millilitres in the bottle. */
  sizeMl: number | undefined;
  /** The same for all sizes of a fragrance. */
  group: string | undefined;
  /** The other facts on its page, as name and value: 'Size', '50 ml'. The shop does not vouch for the origin. */
  details: readonly (readonly [name: string, value: string])[];
  /** The absolute address of its page, without campaign words. */
  url: string;
  /** Absolute addresses, the main picture first. */
  pictures: readonly string[];
  /** Kobo, before any discount. */
  price: number;
  /** The reduced price (kobo) while a discount is active, and when the discount ends (ISO), if it does. */
  sale: { price: number; until: string | undefined } | undefined;
  inStock: boolean;
  /** ISO. */
  createdAt: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
const NOT_IN_A_LINE = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;

/** Returns a text on one line, of characters that XML, CSV and JSON all accept. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(NOT_IN_A_LINE, ' ').trim();

/**
 * Returns the record of a product.
 * @param context.url - the absolute address of its page. @param context.pictures - absolute addresses of its pictures.
 * @param context.now - the time (ms) that decides whether its discount is active. @param context.box - its parts.
 */
export function productRecord(
  product: Recorded,
  {
    url,
    pictures,
    now,
    box,
  }: { url: string; pictures: readonly string[]; now: number; box?: string },
): ProductRecord {
  const { id, createdAt, discount, sizeMl, categories = [] } = product;
  const title = oneLine(product.name) || id;
  const price = toKobo(product.price);
  const sale = salePriceKobo(product, now);
  return {
    id,
    title,
    description: oneLine(product.description) || title,
    brand: oneLine(product.brand ?? '') || undefined,
    categories: categories.map(oneLine).filter(Boolean),
    sizeMl: product.parts ? undefined : sizeMl,
    group: oneLine(product.group ?? '').toLowerCase() || undefined,
    details: [
      ...listedFacts(product).map(({ field, text }) => [field.page ?? '', oneLine(text)] as const),
      ...(box ? [[IN_THE_BOX, oneLine(box)] as const] : []),
    ],
    url,
    pictures,
    price,
    sale:
      isDiscountActive(discount, now) && sale < price
        ? { price: sale, until: discount.expiresAt ?? undefined }
        : undefined,
    inStock: product.qtyAvailable > 0,
    createdAt,
  };
}

/** Returns the current price of one unit, in kobo. */
export const currentPrice = ({ price, sale }: Pick<ProductRecord, 'price' | 'sale'>): number =>
  sale?.price ?? price;
