/**
 * Window events for a merchant's own analytics (decision 34; src/demo/shop/README.md documents them). They hold product
 * ids and naira, and nothing about a person. They stay in the page: nothing is sent anywhere.
 */

/** Units of a product, at its price in naira. */
export interface EventItem {
  id: string;
  price: number;
  quantity: number;
}

/** The detail of each event. `value` is naira. */
export interface ShopEvents {
  /** A product page or a quick view is shown. */
  'view-product': { id: string; price: number };
  /** Units were added to the cart. */
  'add-to-cart': EventItem;
  /** Units were removed from the cart by hand. */
  'remove-from-cart': EventItem;
  /** A list shows search results. `found` is the number of products. */
  search: { text: string; found: number };
  /** The checkout is shown with a filled cart. `value` excludes delivery. */
  'begin-checkout': { value: number; items: readonly EventItem[] };
  /** A payment was confirmed, once per device. `value` includes delivery. */
  purchase: { value: number; items: readonly Omit<EventItem, 'price'>[] };
  /** The cart was shared as a link, or as an order on WhatsApp. */
  'share-cart': { by: 'link' | 'whatsapp'; value: number; items: readonly EventItem[] };
}

/** Dispatches an event on the window. Its type is the name after `turare:`. */
export const emit = <Name extends keyof ShopEvents>(
  name: Name,
  detail: ShopEvents[Name],
): boolean => dispatchEvent(new CustomEvent(`turare:${name}`, { detail }));

/** Returns the cart's lines as events have them. */
export const eventItems = (items: readonly EventItem[]): EventItem[] =>
  items.map(({ id, price, quantity }) => ({ id, price, quantity }));
