import type { APIRoute } from 'astro';
import { paths } from '#config/paths.ts';

/** Closes private pages to search engines. */
const CLOSED = [paths.checkout, '/payment', '/api'];

export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', site).href}`,
      '',
    ].join('\n'),
  );
