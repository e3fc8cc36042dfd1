import { imageUrl } from '#backend/products/catalogue/product-view.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import type { KeepingFormat } from '#backend/products/files/formats/format.ts';
import { salePriceKobo } from '#domain/money/price.ts';

/** A row of a file for another program, by heading. Absent cells are empty. */
export interface OutRow {
  cells: Readonly<Record<string, string>>;
  /** The product of which this row is a size; absent for a row of the whole product or of a picture. */
  of?: string;
}

/** The settings for writing rows. */
export interface OutContext {
  /** Where the shop serves its pictures: the setting PUBLIC_API_URL. */
  origin: string;
  /** The time (ms) that decides whether a discount is active. */
  now: number;
}

/** The products file of a program, in the form that its import takes. */
export interface OutFormat {
  /** The program's name. */
  name: string;
  /** The format that reads such files here. */
  reads: KeepingFormat;
  /** The program's columns, in its order. */
  headings: readonly string[];
  /** Whether this shop's extra columns (understanding/own-columns.ts) are kept once for a product, or for each size. */
  keeps: 'product' | 'size';
  /** A sentence on what the program does with this shop's extra columns. */
  kept: string;
  /** Returns the rows of one product. Its sizes agree in everything that program-file.ts treats as shared. */
  rows: (sizes: readonly OwnedProduct[], context: OutContext) => OutRow[];
}

export const pictureAddress = (hash: string, { origin }: OutContext): string =>
  new URL(imageUrl(hash), origin).href;

/** Returns a size as people read it. */
export const sizeLabel = ({ size_ml: ml }: OwnedProduct): string => (ml === null ? '' : `${ml} ml`);

/** Returns the sale price in kobo with the discount, whether it is active or not; undefined for none. */
export function saleOf(product: OwnedProduct): number | undefined {
  const { discount_type: type, discount_amount: amount, price_kobo: price } = product;
  if (type === null || amount === null) return undefined;
  const sale = salePriceKobo({ price: price / 100, discount: { type, amount } }, 0);
  return sale < price ? sale : undefined;
}

/** Whether a discount is active at `now`. */
export const isOn = (product: OwnedProduct, now: number): boolean =>
  (product.discount_starts_at === null || Date.parse(product.discount_starts_at) <= now) &&
  (product.discount_expires_at === null || Date.parse(product.discount_expires_at) >= now);

/**
 * Returns the pictures of a product with sizes, each once, those of the smallest size first.
 * @returns also the picture that stands for one size alone, by product id.
 */
export function galleryOf(sizes: readonly OwnedProduct[]): {
  gallery: { hash: string; words: string }[];
  ofSize: ReadonlyMap<string, string>;
} {
  const words = new Map<string, string>();
  for (const { pictures, picture_alts: alts } of sizes) {
    for (const [at, hash] of pictures.entries()) {
      if (!words.has(hash)) words.set(hash, alts[at] ?? '');
    }
  }
  const isShared = (hash: string) => sizes.every(({ pictures }) => pictures.includes(hash));
  const ofSize = sizes.flatMap(({ id, pictures: [first] }): [string, string][] =>
    sizes.length > 1 && first !== undefined && !isShared(first) ? [[id, first]] : [],
  );
  return {
    gallery: [...words].map(([hash, text]) => ({ hash, words: text })),
    ofSize: new Map(ofSize),
  };
}
