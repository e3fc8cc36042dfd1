import { PUBLIC_API_URL } from 'astro:env/client';
import type { APIRoute, GetStaticPaths } from 'astro';
import { UCP_PROFILE, ucpProfile } from '#contract/ucp.ts';
import { loadCatalogue } from '#site/catalogue/catalogue.ts';

/** Tells agents where to find the catalogue, if the backend has the extension `ucp` (decision 35). */
export const getStaticPaths = (async () => {
  const { extensions } = await loadCatalogue();
  return extensions.has('ucp') ? [{ params: { file: UCP_PROFILE.split('/').at(-1) } }] : [];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ site }) => {
  if (!site) throw new Error('The profile for agents needs SITE_URL');
  return new Response(JSON.stringify(ucpProfile(PUBLIC_API_URL || site.origin)));
};
