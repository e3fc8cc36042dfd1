import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute } from 'astro';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { productRecords } from '#site/catalogue/records.ts';
import {
  sitemapEntries,
  sitemapIndexXml,
  sitemapParts,
  sitemapXml,
} from '#site/catalogue/sitemap.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  const catalogue = await loadCatalogue();
  const records = productRecords(catalogue, { site, api: PUBLIC_API_URL });
  const parts = sitemapParts(sitemapEntries(catalogue, records));
  const [only = []] = parts;
  return new Response(
    parts.length > 1
      ? sitemapIndexXml(
          site,
          parts.map((_, index) => ({ path: `/sitemap-${index + 1}.xml` })),
        )
      : sitemapXml(site, only),
  );
};
