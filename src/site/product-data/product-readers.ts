import { type ListPage, readDetail, readList, readLive } from '#contract/reading/product.ts';
import type { Reader } from '#contract/reading/reader.ts';
import { type Card, toCard } from './card.ts';
import type { Figures } from './quick-figures.ts';

/** Reads a list's answer from any backend. */
export const readListing: Reader<ListPage<Card>> = (value, at) => {
  const page = readList(value, at);
  return { ...page, products: page.products.map(toCard) };
};

/** Reads price and stock of a product and its related ones in the answer of GET /api/product/{id}. */
export const readFigures: Reader<Figures[]> = (value, at) => {
  const { product, relatedProducts } = readDetail(value, at);
  return [product, ...relatedProducts];
};

/** Reads the answer of the extension `live`. */
export const readLiveFigures: Reader<Figures[]> = readLive;
