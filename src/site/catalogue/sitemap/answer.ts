import { PUBLIC_API_URL } from 'astro:env/client';
import { answerLines } from '#site/catalogue/kept-lines.ts';
import { pictureAddresses } from '#site/product-data/pictures.ts';
import { type SitemapEntry, sitemapText } from './sitemap.ts';

/** The answer with a sitemap. @param file - its path in the site. */
export const answerSitemap = (
  file: string,
  site: URL,
  entries: readonly SitemapEntry[],
): Promise<Response> =>
  answerLines(file, (before) =>
    sitemapText(
      site,
      entries,
      (product) => pictureAddresses(product, PUBLIC_API_URL, site),
      before,
    ),
  );
