import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { listen } from '#server/listen.ts';
import { siteRoutes } from '#server/site.ts';
import { runCommand } from '#shop/console.ts';

/** `npm run preview`: dist/ as a CDN would serve it; what is not a file goes to the API at API_URL. */
runCommand(async () => {
  const folder = resolve('dist');
  if (!existsSync(`${folder}/index.html`)) {
    throw new Error('There is no production build in dist/. Make one first: npm run build');
  }
  const port = Number(process.env.PORT || 4320);
  const api = process.env.API_URL || 'http://127.0.0.1:4321';
  const app = new Hono();
  for (const path of ['/api/*', '/media/*']) {
    app.all(path, async (c) => {
      const { pathname, search } = new URL(c.req.url);
      try {
        return await proxy(`${api}${pathname}${search}`, c.req.raw);
      } catch {
        return c.json({ code: 'unavailable', message: `The API at ${api} does not answer.` }, 503);
      }
    });
  }
  const site = siteRoutes({ live: folder, siteUrl: `http://127.0.0.1:${port}` });
  app.all('*', (c) => site.fetch(c.req.raw, c.env));
  const close = await listen(app.fetch, port, 'PORT');
  const reached = await fetch(`${api}/api/extensions`).then(
    (answer) => answer.ok,
    () => false,
  );
  console.log(`Preview of dist/ on http://127.0.0.1:${port}`);
  console.log(
    reached
      ? `Calls go to the API at ${api}.`
      : `No API answers at ${api}: pages read, but nothing can be bought. Start one with npm start, or set API_URL.`,
  );
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort());
  await once(stop.signal, 'abort');
  await close();
  return 0;
});
