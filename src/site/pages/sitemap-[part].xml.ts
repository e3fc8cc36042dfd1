import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { productRecords } from '#site/catalogue/records.ts';
import {
  type SitemapEntry,
  sitemapEntries,
  sitemapParts,
  sitemapXml,
} from '#site/catalogue/sitemap.ts';

/** Exists only if one sitemap cannot hold all pages; sitemap.xml then lists these. */
export const getStaticPaths = (async () => {
  const catalogue = await loadCatalogue();
  const site = new URL(import.meta.env.SITE);
  const records = productRecords(catalogue, { site, api: PUBLIC_API_URL });
  const parts = sitemapParts(sitemapEntries(catalogue, records));
  if (parts.length < 2) return [];
  return parts.map((entries, index) => ({ params: { part: `${index + 1}` }, props: { entries } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entries: SitemapEntry[] }> = ({ site, props }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  return new Response(sitemapXml(site, props.entries));
};
