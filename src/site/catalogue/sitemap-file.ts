import { PUBLIC_API_URL } from 'astro:env/client';
import { pictureAddresses } from '#site/product-data/pictures.ts';
import { keepPlaces, readPreviousLines } from './kept-lines.ts';
import { isKept } from './kept-pages.ts';
import { productFile } from './product-page.ts';
import { type SitemapEntry, sitemapText } from './sitemap.ts';

/**
 * The answer with a sitemap, whose unchanged lines are those of the previous release.
 * @param file - its path in the site.
 */
export async function answerSitemap(
  file: string,
  site: URL,
  entries: readonly SitemapEntry[],
): Promise<Response> {
  const before = await readPreviousLines(file);
  const { bytes, places } = sitemapText(
    site,
    entries,
    (product) => pictureAddresses(product, PUBLIC_API_URL, site),
    // A product's page shows all its pictures.
    before && { ...before, isUnchanged: (product) => isKept('products', productFile(product)) },
  );
  await keepPlaces(file, places);
  return new Response(bytes as Uint8Array<ArrayBuffer>);
}
