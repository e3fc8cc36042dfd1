import type { Product } from '#contract/product.ts';
import { type ListPage, readDetail, readList, readLive } from '#contract/reading/product.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { dataOf } from './card-facts.ts';
import type { Listed } from './product-data.ts';
import type { Figures } from './quick-product.ts';

/** A product as a card shows it. */
export function listed(product: Product): Listed {
  const { brand, concentration, sizeMl, pictures } = product;
  return { ...dataOf(product), brand, concentration, sizeMl, pictures };
}

/** Reads the list's answer, whatever backend sends it. */
export const readListing: Reader<ListPage<Listed>> = (value, at) => {
  const page = readList(value, at);
  return { ...page, products: page.products.map(listed) };
};

/** Reads price and stock of a product and its related ones in the answer of GET /api/product/{id}. */
export const readFigures: Reader<Figures[]> = (value, at) => {
  const { product, relatedProducts } = readDetail(value, at);
  return [product, ...relatedProducts];
};

/** Reads the answer of the extension `live`. */
export const readLiveFigures: Reader<Figures[]> = readLive;
