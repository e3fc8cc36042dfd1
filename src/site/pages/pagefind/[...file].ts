import type { APIRoute, GetStaticPaths } from 'astro';
import { writeState } from '#site/catalogue/build-state.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { changedTogether, keyOf } from '#site/catalogue/kept-pages.ts';
import { searchIndex, searchRecords } from '#site/catalogue/search-index.ts';

/** The search index, one path per file. */
export const getStaticPaths = (async () => {
  const { products } = await loadCatalogue();
  const records = searchRecords(products);
  return changedTogether('search', keyOf(records), async () => {
    const began = performance.now();
    const files = await searchIndex(records);
    await writeState('search', { seconds: (performance.now() - began) / 1000 });
    return files.map(({ path, content }) => ({
      file: `pagefind/${path}`,
      path: { params: { file: path }, props: { content } },
    }));
  });
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ content: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.content);
