import { existsSync } from 'node:fs';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { listen } from '#process/listen.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { siteRoutes } from './site.ts';

/**
 * What `npm run preview` runs: serves a built folder as a CDN would, and forwards calls to the API at `apiUrl`.
 * @throws Error with a sentence to show, when the folder holds no build.
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
  const app = new Hono();
  app.on('ALL', ['/api/*', '/media/*'], async (c) => {
    const { pathname, search } = new URL(c.req.url);
    try {
      return await proxy(`${apiUrl}${pathname}${search}`, c.req.raw);
    } catch {
      return c.json({ code: 'unavailable', message: `The API at ${apiUrl} does not answer.` }, 503);
    }
  });
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

/** Whether an API runs at this address. It is asked by a call of spec §7: it need not answer others. */
export const isAnswering = (apiUrl: string): Promise<boolean> =>
  fetch(`${apiUrl}/api/product?page=1&limit=1`).then(
    ({ ok }) => ok,
    () => false,
  );
