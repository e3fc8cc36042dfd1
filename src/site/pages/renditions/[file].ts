import type { APIRoute, GetStaticPaths } from 'astro';
import { changedPaths } from '#site/catalogue/build/kept-pages.ts';
import { order } from '#site/catalogue/build/order.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';
import { readRendition } from '#site/catalogue/renditions/store.ts';

/** The renditions of pictures on other servers. Their names hold hashes of their content. */
export const getStaticPaths = (async () => {
  const { renditions } = await loadCatalogue();
  return changedPaths(
    'renditions',
    renditions.map(({ file, name }) => ({ file, key: name, path: { params: { file: name } } })),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params }) =>
  new Response(await readRendition((await order())?.pictures.folder ?? '', params.file ?? ''));
