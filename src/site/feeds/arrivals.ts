import { paths } from '#config/paths.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { currentPrice, type ProductRecord } from '#domain/products/product-record.ts';
import { type Feed, withCampaign } from './feed.ts';
import { clipped, element, xmlText } from './texts.ts';

/** Products in the feed. Feed readers keep what they have seen. */
const NEWEST = 50;
/** Characters of a description. */
const DESCRIPTION = 500;

const date = (iso: string) => new Date(iso).toUTCString();

/**
 * The feed of new arrivals, newest first: RSS 2.0 (rssboard.org/rss-specification) with the picture as Media RSS. A
 * sold-out product stays and says so: it has arrived, and may come back.
 */
export const arrivals: Feed = {
  name: 'arrivals',
  file: 'new-arrivals.xml',
  head: ({ site, shop }, [newest]) => [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><channel>',
    element('title', `${shop.name}: new arrivals`) +
      element('link', new URL(paths.products, site).href) +
      element('description', `${shop.tagline}: ${shop.description}.`) +
      element('language', 'en-NG') +
      `<atom:link href="${xmlText(new URL(paths.feed(arrivals.file), site).href)}" rel="self" type="application/rss+xml"/>` +
      (newest ? element('lastBuildDate', date(newest.createdAt)) : ''),
  ],
  tail: ['</channel></rss>'],
  choose: (products) =>
    products
      .toSorted(
        (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.id < b.id ? -1 : 1),
      )
      .slice(0, NEWEST),
  line(record, { campaign }) {
    const { title, url, pictures, categories, createdAt } = record;
    const [main] = pictures;
    return `<item>${element('title', title)}${element('link', withCampaign(url, campaign))}${element(
      'guid',
      url,
    )}${element('pubDate', date(createdAt))}${element('description', words(record))}${categories
      .map((category) => element('category', category))
      .join('')}${main ? `<media:content url="${xmlText(main)}" medium="image"/>` : ''}</item>`;
  },
};

/** Returns the price, whether it is sold out, and the merchant's description. */
function words(record: ProductRecord): string {
  const price = formatNaira(toNaira(currentPrice(record)));
  const stock = record.inStock ? '' : ' Out of Stock.';
  return `${price}.${stock} ${clipped(record.description, DESCRIPTION)}`;
}
