import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { ownAddress } from '#process/address.ts';
import { listen } from '#process/listen.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import type { SiteServerSettings } from './settings.ts';
import { siteRoutes } from './site.ts';

/**
 * Runs `npm run preview`: serves a built folder as a CDN would, and forwards calls to the API at `apiUrl`.
 * @throws Error with a sentence to show if the folder has no build.
 */
export async function servePreview(options: {
  folder: string;
  port: number;
  apiUrl: string;
}): Promise<void> {
  const { folder, port, apiUrl } = options;
  if (!existsSync(`${folder}/index.html`)) {
    throw new Error('There is no production build in dist/. Make one first: npm run build');
  }
  const app = forwarding(apiUrl);
  app.route('/', siteRoutes({ live: folder, siteUrl: `http://127.0.0.1:${port}` }));
  const close = await listen(app.fetch, port, 'PORT');
  const reached = await isAnswering(apiUrl);
  console.log(`Preview of dist/ on http://127.0.0.1:${port}`);
  console.log(
    reached
      ? `Calls are forwarded to the API at ${apiUrl}.`
      : `No API answers at ${apiUrl}: pages can be read, but nothing can be bought. Start one with npm start, or set API_URL.`,
  );
  await stopped(stopSignal());
  await close();
}

/**
 * Runs `npm run site`: the built-in server of the live release in a publisher's folder, until the process is asked to
 * stop. Before the first release it answers 503.
 */
export async function serveSite(settings: SiteServerSettings): Promise<void> {
  const { host, port, folder, siteUrl, apiUrl } = settings;
  const app = apiUrl ? forwarding(apiUrl) : new Hono();
  app.route('/', siteRoutes({ live: join(folder, 'live'), pool: join(folder, 'pool'), siteUrl }));
  const close = await listen(app.fetch, port, 'PORT', { host });
  console.log(`The site in ${folder} answers on ${ownAddress(host, port)}`);
  await stopped(stopSignal());
  await close();
}

/** Forwards calls of the API to `apiUrl`, with the client's address in `x-real-ip`, as nginx does. */
function forwarding(apiUrl: string): Hono {
  const app = new Hono();
  app.on('ALL', ['/api/*', '/media/*', '/admin/*'], async (c) => {
    const { pathname, search } = new URL(c.req.url);
    c.req.raw.headers.set('x-real-ip', getConnInfo(c).remote.address ?? '');
    // Node has told the client to continue, and fetch refuses to ask again.
    c.req.raw.headers.delete('expect');
    try {
      // A redirect is for the browser.
      const options = { raw: c.req.raw, redirect: 'manual' } as const;
      return await proxy(`${apiUrl}${pathname}${search}`, options);
    } catch {
      return c.json({ code: 'unavailable', message: `The API at ${apiUrl} does not answer.` }, 503);
    }
  });
  return app;
}

/** Whether an API runs at this address. The request is a call of spec §7, because the API need not answer others. */
export const isAnswering = (apiUrl: string): Promise<boolean> =>
  fetch(`${apiUrl}/api/product?page=1&limit=1`).then(
    ({ ok }) => ok,
    () => false,
  );
