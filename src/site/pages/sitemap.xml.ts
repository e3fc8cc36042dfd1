import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute } from 'astro';
import { answerLines } from '#site/catalogue/build/kept-lines.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import {
  sitemapEntries,
  sitemapIndexXml,
  sitemapParts,
  sitemapText,
} from '#site/catalogue/sitemap/sitemap.ts';

export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('A sitemap needs SITE_URL');
  const parts = sitemapParts(sitemapEntries(await loadCatalogue()));
  const [only = []] = parts;
  if (parts.length < 2) return answerLines('sitemap.xml', sitemapText(site, only, PUBLIC_API_URL));
  const index = parts.map((_, at) => ({ path: `/sitemap-${at + 1}.xml` }));
  return new Response(sitemapIndexXml(site, index));
};
