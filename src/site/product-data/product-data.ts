import { isRecord } from '#contract/reading/record.ts';
import type { Discount } from '#domain/money/price.ts';
import { isNaira, isText, readJson } from '#site/storage/json.ts';

/** The value of a `data-product` attribute. */
export interface ProductData {
  id: string;
  name: string;
  /** Naira, before any discount. */
  price: number;
  discount: Discount | null;
  image: string;
  qtyAvailable: number;
}

function readDiscount(value: unknown): Discount | null {
  if (!isRecord(value) || !isNaira(value.amount)) return null;
  const { type, amount, expiresAt } = value;
  if (type !== 'fixed' && type !== 'percentage') return null;
  return { type, amount, expiresAt: typeof expiresAt === 'string' ? expiresAt : null };
}

/** Reads a `data-product` attribute; undefined when it is no product. */
export function readProductData(json: string | undefined): ProductData | undefined {
  const value = readJson(json);
  if (!isRecord(value) || !isText(value.id, 200) || !isText(value.name, 300)) return undefined;
  const { id, name, price, image, qtyAvailable } = value;
  if (!isNaira(price) || !Number.isSafeInteger(qtyAvailable)) return undefined;
  return {
    id,
    name,
    price,
    discount: readDiscount(value.discount),
    image: typeof image === 'string' ? image : '',
    qtyAvailable: Math.max(0, qtyAvailable as number),
  };
}
