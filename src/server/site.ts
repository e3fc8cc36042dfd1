import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { cacheControl, fileCandidates, NOT_FOUND_FILE, SECURITY_HEADERS } from './hosting.ts';

/** The built site in a folder, served as a CDN would: clean URLs, precompressed, with validators. */
export function siteRoutes(folder: string): Hono {
  const file = (c: Context, path: string, keep: string) =>
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: () => path,
      onFound: (_, context) => context.header('cache-control', keep),
    })(c, async () => {});

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  });
  app.use(etag());
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    // One address a page: /products/ is /products.
    if (pathname.length > 1 && pathname.endsWith('/')) {
      return c.redirect(`/${pathname.replace(/^\/+|\/+$/g, '')}${search}`, 308);
    }
    for (const candidate of fileCandidates(pathname)) {
      const answer = await file(c, candidate, cacheControl(pathname));
      if (answer) return answer;
    }
    const page = await file(c, NOT_FOUND_FILE, 'no-cache');
    return page
      ? new Response(page.body, { status: 404, headers: page.headers })
      : c.text('Not found', 404);
  });
  app.all('*', (c) => c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' }));
  return app;
}
