import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Product } from '#contract/product.ts';
import { salePrice } from '#domain/money/price.ts';
import { elementsOf } from '#site/feeds/published.harness.ts';

/** The feeds of a release that list the whole catalogue. */
export const WHOLE = ['google.xml', 'meta.csv', 'acp.jsonl'] as const;

/** Returns the lines of a feed. */
export const linesOf = (release: string, file: string): string[] =>
  readFileSync(join(release, 'feeds', file), 'utf8').split('\n');

/** The data about a product in one place. */
interface Said {
  title: string;
  /** Naira for one unit. */
  price: number;
  inStock: boolean;
  link: string;
}

const naira = (text: string) => Number(text.replace(/ NGN$/, ''));
const plain = (url: string) => url.replace(/\?.*$/, '');

function readGoogle(release: string): Map<string, Said> {
  const items = linesOf(release, 'google.xml').filter((line) => line.startsWith('<item>'));
  return new Map(
    items.map((line) => {
      const of = new Map(elementsOf(line));
      const text = (name: string) => of.get(`g:${name}`) ?? '';
      return [
        text('id'),
        {
          title: text('title'),
          price: naira(text('sale_price') || text('price')),
          inStock: text('availability') === 'in_stock',
          link: plain(text('link')),
        },
      ];
    }),
  );
}

function readMeta(release: string): Map<string, Said> {
  const rows: Record<string, string>[] = parse(linesOf(release, 'meta.csv').join('\n'), {
    columns: true,
  });
  return new Map(
    rows.map((row) => [
      row.id ?? '',
      {
        title: row.title ?? '',
        price: naira(row.sale_price || row.price || ''),
        inStock: row.availability === 'in stock',
        link: plain(row.link ?? ''),
      },
    ]),
  );
}

function readAcp(release: string): Map<string, Said> {
  const lines = linesOf(release, 'acp.jsonl').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const { id, title, url, variants } = JSON.parse(line);
      const [{ price, availability }] = variants;
      const said = { title, price: price.amount / 100, inStock: availability.available };
      return [id, { ...said, link: plain(url) }];
    }),
  );
}

/** Reads what a product page tells search engines and shows to shoppers. */
function readPage(release: string, id: string): Said {
  const html = readFileSync(join(release, `products/${id}.html`), 'utf8');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const [{ name, offers, url }] = JSON.parse(json)['@graph'];
  if (!html.includes(`₦${Math.floor(offers.price).toLocaleString('en')}`)) {
    throw new Error(`The page of ${id} does not show ${offers.price}.`);
  }
  return {
    title: name,
    price: offers.price,
    inStock: offers.availability.endsWith('/InStock'),
    link: url,
  };
}

/**
 * Compares the data in the API, a release's pages and its feeds about every product for sale.
 * @param sold - the API's products. Each has a picture and a short name and id, so that no feed refuses or shortens it.
 * @param now - the release's time (ms).
 * @returns how many were compared, and each difference in words.
 */
export function compare(release: string, sold: readonly Product[], now: number) {
  const feeds = { google: readGoogle(release), meta: readMeta(release), acp: readAcp(release) };
  const differences: string[] = [];
  for (const product of sold) {
    const page = readPage(release, product.id);
    const api: Said = {
      title: product.name,
      price: salePrice(product, now),
      inStock: product.qtyAvailable > 0,
      link: `https://shop.example/products/${encodeURIComponent(product.id)}`,
    };
    for (const [place, said] of Object.entries({
      page,
      ...Object.fromEntries(
        Object.entries(feeds).map(([name, all]) => [name, all.get(product.id)]),
      ),
    })) {
      if (JSON.stringify(said) !== JSON.stringify(api)) {
        differences.push(`${place} of ${product.id}: ${JSON.stringify(said)}`);
      }
    }
  }
  for (const [name, all] of Object.entries(feeds)) {
    if (all.size !== sold.length) differences.push(`${name} has ${all.size} products`);
  }
  return { compared: sold.length, differences };
}

/** Returns the lines that are not in both texts, by number of lines only in the first and only in the second. */
export function changedLines(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    gone: before.filter((line) => !now.has(line)),
    come: after.filter((line) => !old.has(line)),
  };
}
