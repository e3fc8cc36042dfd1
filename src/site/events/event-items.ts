import type { EventItem } from './emit.ts';

/** The cart's lines as events have them. Every page loads emit.ts, so this has a file of its own. */
export const eventItems = (items: readonly EventItem[]): EventItem[] =>
  items.map(({ id, price, quantity }) => ({ id, price, quantity }));
