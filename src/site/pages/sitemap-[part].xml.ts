import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { productRecords } from '#site/catalogue/records.ts';
import { sitemapEntries, sitemapParts, sitemapXml } from '#site/catalogue/sitemap.ts';

/** Exists only if one sitemap cannot hold all pages; sitemap.xml then lists these. */
export const getStaticPaths = (async () => {
  // Their number alone, for which pictures do not matter.
  const parts = sitemapParts(sitemapEntries(await loadCatalogue(), []));
  if (parts.length < 2) return [];
  return parts.map((_, index) => ({ params: { part: `${index + 1}` }, props: { index } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ index: number }> = async ({ site, props: { index } }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  const catalogue = await loadCatalogue();
  const records = productRecords(catalogue, { site, api: PUBLIC_API_URL });
  const entries = sitemapParts(sitemapEntries(catalogue, records))[index] ?? [];
  return new Response(sitemapXml(site, entries));
};
