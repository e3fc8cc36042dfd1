import { imageUrl } from '#backend/products/catalogue/product-view.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import type { KeepingFormat } from '#backend/products/files/formats/format.ts';
import { salePriceKobo } from '#domain/money/price.ts';

/** A row of a file for another program, by its headings. Absent cells are empty. */
export interface OutRow {
  cells: Readonly<Record<string, string>>;
  /** The product that it is the size of; absent for a row of the whole product, or of a picture. */
  of?: string;
}

/** What rows are written with. */
export interface OutContext {
  /** Where the shop serves its pictures: the setting PUBLIC_API_URL. */
  origin: string;
  /** The time (ms) that decides whether a discount is active. */
  now: number;
}

/** The products file of a program, as its own import takes it. */
export interface OutFormat {
  /** The program's name. */
  name: string;
  /** What reads such files here. */
  reads: KeepingFormat;
  /** The program's columns, in its order. */
  headings: readonly string[];
  /** Whether columns of ours (understanding/own-columns.ts) are kept once for a product, or for each of its sizes. */
  keeps: 'product' | 'size';
  /** What becomes of columns of ours in that program: a sentence. */
  kept: string;
  /** The rows of one product. Several sizes agree in all that program-file.ts says is shared. */
  rows: (sizes: readonly OwnedProduct[], context: OutContext) => OutRow[];
}

/** The web address of a picture. */
export const pictureAddress = (hash: string, { origin }: OutContext): string =>
  new URL(imageUrl(hash), origin).href;

/** A size as people read it. */
export const sizeLabel = ({ size_ml: ml }: OwnedProduct): string => (ml === null ? '' : `${ml} ml`);

/** The sale price in kobo that the discount makes, whether it is active or not; undefined for none. */
export function saleOf(product: OwnedProduct): number | undefined {
  const { discount_type: type, discount_amount: amount, price_kobo: price } = product;
  if (type === null || amount === null) return undefined;
  const sale = salePriceKobo({ price: price / 100, discount: { type, amount } }, 0);
  return sale < price ? sale : undefined;
}

/** Whether a discount counts now. */
export const isOn = (product: OwnedProduct, now: number): boolean =>
  (product.discount_starts_at === null || Date.parse(product.discount_starts_at) <= now) &&
  (product.discount_expires_at === null || Date.parse(product.discount_expires_at) >= now);

/**
 * The pictures of a product with sizes, each once: those of the smallest size first.
 * @returns also which picture stands for one size alone, by the ids of the products.
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
