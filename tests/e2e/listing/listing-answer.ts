import type { APIRequestContext } from '@playwright/test';
import type { Product, ProductList } from '#contract/product.ts';
import { fragranceName } from '#domain/products/product-name.ts';

/** The list that the URL of /products asks for. */
export interface State {
  search: string;
  category: string;
  tag: string;
  sortBy: string;
  page: number;
}
export const PLAIN: State = { search: '', category: '', tag: '', sortBy: 'createdAt', page: 1 };

/** Fetches the API's answer for a state, as in spec §7. */
export async function answerFor(request: APIRequestContext, state: State): Promise<ProductList> {
  const sort: Record<string, [string, string]> = {
    'price-desc': ['price', 'desc'],
    'name-desc': ['name', 'desc'],
    price: ['price', 'asc'],
    name: ['name', 'asc'],
  };
  const [sortBy, sortOrder] = sort[state.sortBy] ?? [state.sortBy, 'desc'];
  const { search, category, tag, page } = state;
  const params = { search, category, tag, page, limit: 50, sortBy, sortOrder };
  return (await request.get('/api/product', { params })).json();
}

/** Returns a product's name as its card shows it. */
export const cardName = ({ name, brand }: Product) =>
  `${brand ?? ''} ${fragranceName(name, brand)}`.trim();
