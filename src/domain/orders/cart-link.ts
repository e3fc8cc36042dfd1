/**
 * The list of products in a cart's link (decision 34): `tom-ford-oud-wood:2,~c2t1LzE:1`. The grammar is that of the
 * compact item path in UCP's permalinks (Universal Commerce Protocol, specification/permalink): id, colon, quantity,
 * separated by commas. An id with other characters than A-Z a-z 0-9 . _ - is base64url of its UTF-8, after a tilde.
 */

import { isKeepable } from '#domain/keepable.ts';
import type { CartItem } from './cart.ts';

export type LinkedItem = Pick<CartItem, 'id' | 'quantity'>;

/** Why a link gives no list of products. */
export type LinkFault = 'empty' | 'two-lists' | 'too-long' | 'too-many';

/** The content of a link. */
export interface CartLink {
  /** Each product once, in the order of the link. Empty with a fault. */
  items: readonly LinkedItem[];
  /** Entries that cannot be read. They are left out. */
  unread: number;
  fault?: LinkFault;
}

/** The longest query that is read, in characters. Every host accepts it. A hundred ids of 60 characters need 6,500. */
export const LONGEST_LINK = 8000;
/** The most products in a link: as many as one order takes (contract). */
export const MOST_LINKED = 100;
/** The most units of one product: as many as one line of an order takes (contract). Larger numbers count as this one. */
export const MOST_UNITS = 1000;
/** The longest id, in characters (contract). */
const LONGEST_ID = 200;

const PLAIN = /^[A-Za-z0-9._-]+$/;
/** A quantity has no leading zero, sign or decimals. */
const QUANTITY = /^[1-9]\d*$/;

/** Returns an id as base64url without padding. */
function encoded(id: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(id));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the id of a token. Undefined if the token is not UTF-8 in base64url, or not in the form of `encoded`. */
function decoded(token: string): string | undefined {
  try {
    const bytes = atob(token.replaceAll('-', '+').replaceAll('_', '/'));
    const id = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    );
    return encoded(id) === token ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a link can hold this id. The grammar allows ids that no product's page can have. `.` and `..` would change
 * the path of the request to the API.
 */
const isId = (id: string): boolean =>
  id !== '' && id.length <= LONGEST_ID && !/^\.\.?$|\p{Cc}/u.test(id) && isKeepable(id);

const readId = (token: string): string | undefined => {
  if (PLAIN.test(token)) return token;
  return token.startsWith('~') ? decoded(token.slice(1)) : undefined;
};

/** Returns the product of one entry. Undefined if the grammar does not allow it. */
function readEntry(entry: string): LinkedItem | undefined {
  const [token = '', count = '', ...more] = entry.split(':');
  const id = readId(token);
  if (id === undefined || !isId(id) || more.length > 0 || !QUANTITY.test(count)) return undefined;
  return { id, quantity: Math.min(Number(count), MOST_UNITS) };
}

const faulty = (fault: LinkFault): CartLink => ({ items: [], unread: 0, fault });

/** Reads the query of an address ('?items=…'). Never throws. If a product is there twice, its units add up. */
export function readCartLink(query: string): CartLink {
  if (query.length > LONGEST_LINK) return faulty('too-long');
  const lists = new URLSearchParams(query).getAll('items');
  if (lists.length > 1) return faulty('two-lists');
  const entries = (lists[0] ?? '').split(',').filter((entry) => entry !== '');
  if (entries.length === 0) return faulty('empty');
  const items = new Map<string, LinkedItem>();
  let unread = 0;
  for (const entry of entries) {
    const item = readEntry(entry);
    if (!item) {
      unread += 1;
      continue;
    }
    const units = item.quantity + (items.get(item.id)?.quantity ?? 0);
    items.set(item.id, { id: item.id, quantity: Math.min(units, MOST_UNITS) });
  }
  if (items.size > MOST_LINKED) return faulty('too-many');
  return { items: [...items.values()], unread };
}

/**
 * Returns the list for an address: `items=` and this. It needs no escaping in a query. Products that no link can hold,
 * and those after the hundredth, are left out.
 */
export function writeCartLink(items: readonly LinkedItem[]): string {
  return items
    .filter(({ id, quantity }) => isId(id) && QUANTITY.test(String(quantity)))
    .slice(0, MOST_LINKED)
    .map(({ id, quantity }) => `${PLAIN.test(id) ? id : `~${encoded(id)}`}:${quantity}`)
    .join(',');
}

/**
 * Returns the lines of a cart together with those of a link. If a product is in both, its units add up, but not beyond
 * its stock. Price and stock are those of the link's line, which are current.
 */
export function joinCarts(items: readonly CartItem[], linked: readonly CartItem[]): CartItem[] {
  const more = new Map(linked.map((line) => [line.id, line]));
  const joined = items.map((item) => {
    const line = more.get(item.id);
    if (!line) return item;
    const most = Math.min(line.qtyAvailable, MOST_UNITS);
    return { ...line, quantity: Math.min(item.quantity + line.quantity, most) };
  });
  const had = new Set(items.map(({ id }) => id));
  return [...joined, ...linked.filter(({ id }) => !had.has(id))];
}

/** Whether two carts hold the same units of the same products. */
export function isSameCart(a: readonly LinkedItem[], b: readonly LinkedItem[]): boolean {
  const units = new Map(a.map(({ id, quantity }) => [id, quantity]));
  return a.length === b.length && b.every(({ id, quantity }) => units.get(id) === quantity);
}
