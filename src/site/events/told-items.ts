import type { ToldItem } from './tell.ts';

/** What is told of lines of the cart. Apart from tell.ts, which every page loads. */
export const toldItems = (items: readonly ToldItem[]): ToldItem[] =>
  items.map(({ id, price, quantity }) => ({ id, price, quantity }));
