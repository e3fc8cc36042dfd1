import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { campaigns } from '#config/campaigns.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import { answerLines } from '#site/catalogue/build/kept-lines.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { recordOf } from '#site/catalogue/records.ts';
import { type Feed, feedText } from '#site/feeds/feed.ts';
import { FEEDS } from '#site/feeds/feeds.ts';

/** The product feeds of the whole catalogue (src/site/feeds/README.md). */
export const getStaticPaths = (() =>
  FEEDS.map((feed) => ({
    params: { file: feed.file },
    props: { feed },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ feed: Feed }> = async ({ site, props: { feed } }) => {
  if (!site) throw new Error('A feed needs SITE_URL');
  const { products, now, parts } = await loadCatalogue();
  const settings = { site, shop, campaign: campaigns[feed.name] };
  const record = (product: Product) => recordOf(product, { now, site, api: PUBLIC_API_URL, parts });
  const file = paths.feed(feed.file).slice(1);
  return answerLines(file, feedText(feed, products, record, settings));
};
