import type { ProductRecord } from '#domain/product-record.ts';

/** What a feed needs besides the records. */
export interface FeedSettings {
  /** The site's address. */
  site: URL;
  shop: { name: string; tagline: string; description: string };
  /** The campaign words of this feed's links, such as 'utm_source=google'; '' for none. */
  campaign: string;
}

/** A product feed: a text of lines, one for each product. */
export interface Feed {
  /** Its name in campaign settings. */
  name: 'google' | 'meta' | 'acp' | 'arrivals';
  /** Its file below /feeds. */
  file: string;
  /** Lines before the products. */
  head: (settings: FeedSettings, records: readonly ProductRecord[]) => string[];
  /** One line; undefined for a product that this feed would refuse. */
  line: (record: ProductRecord, settings: FeedSettings) => string | undefined;
  /** Lines after the products. */
  tail: string[];
  /** Puts the records in the feed's order, and leaves out what does not belong to it. */
  choose: (records: readonly ProductRecord[]) => readonly ProductRecord[];
}

/**
 * The whole text of a feed. Each product has one line in a stable order, so that a change of one product changes one line.
 */
export function feedText(
  feed: Feed,
  records: readonly ProductRecord[],
  settings: FeedSettings,
): string {
  const chosen = feed.choose(records);
  const lines = feed.head(settings, chosen);
  for (const record of chosen) {
    const line = feed.line(record, settings);
    if (line !== undefined) lines.push(line);
  }
  lines.push(...feed.tail, '');
  return lines.join('\n');
}

const sorted = new WeakMap<readonly ProductRecord[], readonly ProductRecord[]>();

/** In the order of ids: a new product moves no other line. */
export function byId(records: readonly ProductRecord[]): readonly ProductRecord[] {
  const known = sorted.get(records);
  if (known) return known;
  const all = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  sorted.set(records, all);
  return all;
}

/** A product's address with campaign words. */
export const withCampaign = (url: string, campaign: string): string =>
  campaign === '' ? url : `${url}?${campaign}`;

/** An amount as feeds have it: '45000.00 NGN'. @param kobo - whole kobo. */
export const feedPrice = (kobo: number): string =>
  `${Math.floor(kobo / 100)}.${String(kobo % 100).padStart(2, '0')} NGN`;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * When a sale is on, as Google and Meta read it: two times (ISO 8601) with a slash between; undefined for a sale without an
 * end. The API does not know when a discount began, so the sale begins with the product, which never changes.
 */
export function saleDates({ sale, createdAt }: ProductRecord): string | undefined {
  if (sale?.until === undefined) return undefined;
  const end = Date.parse(sale.until);
  const start = Math.min(Date.parse(createdAt), end - DAY);
  const minute = (time: number) =>
    `${new Date(Math.floor(time / MINUTE) * MINUTE).toISOString().slice(0, 16)}Z`;
  return `${minute(start)}/${minute(end)}`;
}
