import type { EventItem } from './emit.ts';

/** What is told of lines of the cart. Apart from tell.ts, which every page loads. */
export const eventItems = (items: readonly EventItem[]): EventItem[] =>
  items.map(({ id, price, quantity }) => ({ id, price, quantity }));
