import type { APIRoute } from 'astro';
import { paths } from '#config/paths.ts';

/** What only one shopper needs is no reading for a search engine. */
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
