import type { APIRoute, GetStaticPaths } from 'astro';
import { loadCatalogue } from '../../catalogue/catalogue.ts';
import { searchIndex } from '../../catalogue/search-index.ts';

/** The search index, one path a file. */
export const getStaticPaths = (async () => {
  const { products } = await loadCatalogue();
  const files = await searchIndex(products);
  return files.map(({ path, content }) => ({ params: { file: path }, props: { content } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ content: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.content);
