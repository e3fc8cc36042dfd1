import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { campaigns } from '#config/campaigns.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { keepPlaces, readPreviousLines } from '#site/catalogue/kept-lines.ts';
import { isKept } from '#site/catalogue/kept-pages.ts';
import { productFile } from '#site/catalogue/product-page.ts';
import { recordOf } from '#site/catalogue/records.ts';
import { type Feed, feedText } from '#site/feeds/feed.ts';
import { FEEDS } from '#site/feeds/feeds.ts';

/** The product feeds: what others read of the whole catalogue (src/site/feeds/README.md). */
export const getStaticPaths = (() =>
  FEEDS.map((feed) => ({
    params: { file: feed.file },
    props: { feed },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ feed: Feed }> = async ({ site, props: { feed } }) => {
  if (!site) throw new Error('A feed needs SITE_URL');
  const { products, now } = await loadCatalogue();
  const file = paths.feed(feed.file).slice(1);
  const before = await readPreviousLines(file);
  const { bytes, places } = feedText(
    feed,
    products,
    (product) => recordOf(product, { now, site, api: PUBLIC_API_URL }),
    { site, shop, campaign: campaigns[feed.name] },
    // A product's page shows all that a feed says of it.
    before && { ...before, isUnchanged: (product) => isKept('products', productFile(product)) },
  );
  await keepPlaces(file, places);
  return new Response(bytes as Uint8Array<ArrayBuffer>);
};
