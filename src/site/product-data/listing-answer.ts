import type { Product } from '#contract/product.ts';
import type { readList } from '#contract/reading/product.ts';
import { pageCount } from '#domain/pagination.ts';
import { dataOf } from './card-facts.ts';
import type { ProductData } from './product-data.ts';

/** What a card shows of a product. */
export type Listed = ProductData & Pick<Product, 'brand' | 'concentration' | 'sizeMl' | 'pictures'>;

export interface ListingAnswer {
  products: Listed[];
  pages: number;
  total: number;
}

/** A product as a card shows it. */
export function listed(product: Product): Listed {
  const { brand, concentration, sizeMl, pictures } = product;
  return { ...dataOf(product), brand, concentration, sizeMl, pictures };
}

/** The list's answer as the page shows it. */
export function listingAnswer(answer: ReturnType<typeof readList>): ListingAnswer {
  const products = answer.products.map(listed);
  return { products, pages: pageCount(answer), total: answer.total ?? products.length };
}
