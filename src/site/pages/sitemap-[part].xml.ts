import type { APIRoute, GetStaticPaths } from 'astro';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import {
  type SitemapEntry,
  sitemapEntries,
  sitemapParts,
  sitemapXml,
} from '#site/catalogue/sitemap.ts';

/** Exists only if one sitemap cannot hold all pages; sitemap.xml then lists these. */
export const getStaticPaths = (async () => {
  const parts = sitemapParts(sitemapEntries(await loadCatalogue()));
  if (parts.length < 2) return [];
  return parts.map((entries, index) => ({ params: { part: `${index + 1}` }, props: { entries } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entries: SitemapEntry[] }> = ({ site, props }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  return new Response(sitemapXml(site, props.entries));
};
