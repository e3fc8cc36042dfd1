import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { campaigns } from '#config/campaigns.ts';
import { shop } from '#config/shop.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { productRecords } from '#site/catalogue/records.ts';
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
  const records = productRecords(await loadCatalogue(), { site, api: PUBLIC_API_URL });
  return new Response(feedText(feed, records, { site, shop, campaign: campaigns[feed.name] }));
};
