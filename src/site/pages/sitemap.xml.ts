import type { APIRoute } from 'astro';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { answerSitemap } from '#site/catalogue/sitemap/answer.ts';
import { sitemapEntries, sitemapIndexXml, sitemapParts } from '#site/catalogue/sitemap/sitemap.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  const parts = sitemapParts(sitemapEntries(await loadCatalogue()));
  const [only = []] = parts;
  if (parts.length < 2) return answerSitemap('sitemap.xml', site, only);
  const index = parts.map((_, at) => ({ path: `/sitemap-${at + 1}.xml` }));
  return new Response(sitemapIndexXml(site, index));
};
