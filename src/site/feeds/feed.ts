import type { ProductRecord } from '#domain/products/product-record.ts';
import { MINUTE_MS } from '#site/client/minute.ts';
import type { TextOfLines } from './lines.ts';

/** The settings that a feed needs beside the records. */
export interface FeedSettings {
  site: URL;
  shop: { name: string; tagline: string; description: string };
  /** The campaign words of this feed's links, such as 'utm_source=google'; '' for none. */
  campaign: string;
}

/** A product feed: a text of lines, one for each product. */
export interface Feed {
  /** Its name in campaign settings. */
  name: 'google' | 'meta' | 'acp' | 'arrivals';
  file: string;
  head: (settings: FeedSettings, chosen: readonly Listed[]) => string[];
  /** One line; undefined for a product that this feed would refuse. */
  line: (record: ProductRecord, settings: FeedSettings) => string | undefined;
  /** Lines after the products. */
  tail: string[];
  /** Sorts products for the feed, and leaves out those that do not belong in it. */
  choose: <T extends Listed>(products: readonly T[]) => readonly T[];
}

/** The fields that decide a feed's order. A product and its record share them. */
export type Listed = Pick<ProductRecord, 'id' | 'createdAt'>;

/** Returns the text of a feed. Products have one line each in a stable order, so one change changes one line. */
export function feedText<T extends Listed>(
  feed: Feed,
  products: readonly T[],
  recordOf: (product: T) => ProductRecord,
  settings: FeedSettings,
): TextOfLines<T> {
  const chosen = feed.choose(products);
  return {
    head: feed.head(settings, chosen).flatMap((text) => text.split('\n')),
    lines: chosen.map((product) => ({
      id: product.id,
      product,
      text: () => feed.line(recordOf(product), settings),
    })),
    tail: feed.tail,
  };
}

const sorted = new WeakMap<readonly Listed[], readonly Listed[]>();

/** Sorts by id, so that a new product moves no other line. */
export function byId<T extends Listed>(products: readonly T[]): readonly T[] {
  const known = sorted.get(products);
  if (known) return known as readonly T[];
  const all = products.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  sorted.set(products, all);
  return all;
}

/** Returns a product's address with campaign words. */
export const withCampaign = (url: string, campaign: string): string =>
  campaign === '' ? url : `${url}?${campaign}`;

/** Returns an amount in the form of feeds: '45000.00 NGN'. @param kobo - whole kobo. */
export const feedPrice = (kobo: number): string =>
  `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')} NGN`;

const DAY = 86_400_000;

/**
 * Returns the period of a sale as Google and Meta read it: two times (ISO 8601) separated by a slash; undefined for a
 * sale without an end. The API does not know when a discount began, so the sale begins with the product, which never
 * changes.
 */
export function saleDates({ sale, createdAt }: ProductRecord): string | undefined {
  if (sale?.until === undefined) return undefined;
  const end = Date.parse(sale.until);
  const start = Math.min(Date.parse(createdAt), end - DAY);
  const minute = (time: number) =>
    `${new Date(Math.floor(time / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 16)}Z`;
  return `${minute(start)}/${minute(end)}`;
}
