import type { APIRoute, GetStaticPaths } from 'astro';
import { leaveToPublisher } from '#site/catalogue/build/kept-pages.ts';
import { order } from '#site/catalogue/build/order.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { searchIndex, searchRecords } from '#site/catalogue/search-index.ts';

/**
 * The search index, one path per file. The publisher makes it while the pages are rendered
 * (src/publisher/build/search-index.ts). `astro dev` has no publisher.
 */
export const getStaticPaths = (async () => {
  const { cards: products } = await loadCatalogue();
  const records = searchRecords(products);
  if (await order()) {
    await leaveToPublisher('search', records);
    return [];
  }
  const files = await searchIndex(records);
  return files.map(({ path, content }) => ({ params: { file: path }, props: { content } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ content: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.content);
