import { OFFLINE } from 'astro:env/server';
import { ending, keeping } from 'virtual:service-workers';
import type { APIRoute } from 'astro';

/** The service worker. OFFLINE=off replaces it with one that ends itself in every browser that has it (decision 32). */
export const GET: APIRoute = () =>
  new Response(OFFLINE === 'off' ? ending : keeping, {
    headers: { 'content-type': 'text/javascript' },
  });
