import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { answerLines } from '#site/catalogue/build/kept-lines.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { sitemapEntries, sitemapParts, sitemapText } from '#site/catalogue/sitemap/sitemap.ts';

/** The parts exist only if one sitemap cannot hold all pages. sitemap.xml then lists them. */
export const getStaticPaths = (async () => {
  const parts = sitemapParts(sitemapEntries(await loadCatalogue()));
  if (parts.length < 2) return [];
  return parts.map((_, index) => ({ params: { part: `${index + 1}` }, props: { index } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ index: number }> = async ({ site, props: { index } }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  const entries = sitemapParts(sitemapEntries(await loadCatalogue()))[index] ?? [];
  return answerLines(`sitemap-${index + 1}.xml`, sitemapText(site, entries, PUBLIC_API_URL));
};
