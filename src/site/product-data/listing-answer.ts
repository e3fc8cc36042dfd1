import type { Product } from '#contract/product.ts';
import type { readList } from '#contract/reading/product.ts';
import { PAGE_SIZE, pageCount } from '#domain/pagination.ts';
import { dataOf } from './card-facts.ts';
import type { ProductData } from './product-data.ts';

/** What a card shows of a product. */
export type Listed = ProductData & Pick<Product, 'brand' | 'concentration' | 'sizeMl' | 'pictures'>;

export interface ListingAnswer {
  products: Listed[];
  pages: number;
  total: number;
  /** False when there may be more products than `total`: the backend does not count them. */
  isCounted: boolean;
}

/** A product as a card shows it. */
export function listed(product: Product): Listed {
  const { brand, concentration, sizeMl, pictures } = product;
  return { ...dataOf(product), brand, concentration, sizeMl, pictures };
}

/**
 * The list's answer as the page shows it.
 * @param page - the page that was asked for.
 */
export function listingAnswer(answer: ReturnType<typeof readList>, page = 1): ListingAnswer {
  const { total } = answer;
  const products = answer.products.map(listed);
  // A product that was left out still fills its page.
  const pages = pageCount({ ...answer, products: answer.sent }, page);
  const known = (page - 1) * PAGE_SIZE + products.length;
  const isCounted = total !== undefined || pages <= page;
  return { products, pages, total: total ?? known, isCounted };
}
