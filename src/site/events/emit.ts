/**
 * Events of the window that a counter of the merchant's own can hear (decision 34; src/demo/shop/README.md documents
 * them). They hold product ids and naira, and nothing about a person. They stay in the page: nothing is sent anywhere.
 */

/** Units of a product, at its price in naira. */
export interface EventItem {
  id: string;
  price: number;
  quantity: number;
}

/** The detail of each event. `value` is naira. */
export interface ShopEvents {
  /** A product's page, or its quick view, is shown. */
  'view-product': { id: string; price: number };
  /** Units came into the cart. */
  'add-to-cart': EventItem;
  /** Units were taken out of the cart by hand. */
  'remove-from-cart': EventItem;
  /** A list shows what was searched for. `found`: how many products. */
  search: { text: string; found: number };
  /** The checkout is shown with a filled cart. `value` is without delivery. */
  'begin-checkout': { value: number; items: readonly EventItem[] };
  /** A payment has been confirmed, once for each on a device. `value` is with delivery. */
  purchase: { value: number; items: readonly Omit<EventItem, 'price'>[] };
  /** The cart was shared as a link, or as an order on WhatsApp. */
  'share-cart': { by: 'link' | 'whatsapp'; value: number; items: readonly EventItem[] };
}

/** Dispatches an event at the window. Its type is the name after turare and a colon. */
export const emit = <Name extends keyof ShopEvents>(
  name: Name,
  detail: ShopEvents[Name],
): boolean => dispatchEvent(new CustomEvent(`turare:${name}`, { detail }));

/** The cart's lines as events have them. */
export const eventItems = (items: readonly EventItem[]): EventItem[] =>
  items.map(({ id, price, quantity }) => ({ id, price, quantity }));
