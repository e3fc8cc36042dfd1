/**
 * Events of the window that a counter of the merchant's own can hear (decision 34; src/demo/shop/README.md documents them).
 * They hold product ids and naira, and nothing about a person. They are told to this page alone: nothing is sent anywhere.
 */

/** Units of a product, at its price in naira. */
export interface ToldItem {
  id: string;
  price: number;
  quantity: number;
}

/** The detail of each event. `value` is naira. */
export interface Told {
  /** A product's page, or its quick view, is shown. */
  'view-product': { id: string; price: number };
  /** Units came into the cart. */
  'add-to-cart': ToldItem;
  /** Units were taken out of the cart by hand. */
  'remove-from-cart': ToldItem;
  /** A list shows what was searched for. `found`: how many products. */
  search: { text: string; found: number };
  /** The checkout is shown with a filled cart. `value` is without delivery. */
  'begin-checkout': { value: number; items: readonly ToldItem[] };
  /** A payment has been confirmed, once for each on a device. `value` is with delivery. */
  purchase: { value: number; items: readonly Omit<ToldItem, 'price'>[] };
  /** The cart was shared as a link, or as an order on WhatsApp. */
  'share-cart': { by: 'link' | 'whatsapp'; value: number; items: readonly ToldItem[] };
}

/** Tells the window of an event. Its type is the name after turare and a colon. */
export const tell = <Name extends keyof Told>(name: Name, detail: Told[Name]): boolean =>
  dispatchEvent(new CustomEvent(`turare:${name}`, { detail }));
