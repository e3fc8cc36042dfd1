import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { cacheControl, fileCandidates, NOT_FOUND_FILE, SECURITY_HEADERS } from './hosting.ts';

/** The built site in a folder, served as a CDN would: clean URLs, precompressed, with validators. */
export function siteRoutes(folder: () => string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
  });
  app.use(etag());
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    // One address a page: /products/ is /products.
    if (pathname.length > 1 && pathname.endsWith('/')) {
      return c.redirect(
        `${pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'}${search}`,
        308,
      );
    }
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' });
    }
    await next();
  });
  const file = (rewrite: (path: string) => string, found: (path: string) => string) =>
    serveStatic({
      root: folder(),
      precompressed: true,
      rewriteRequestPath: rewrite,
      onFound: (_, c) => c.header('cache-control', found(c.req.path)),
    });
  app.use(async (c, next) => {
    for (const candidate of fileCandidates(c.req.path)) {
      const answer = await file(() => candidate, cacheControl)(c, async () => {});
      if (answer) return answer;
    }
    await next();
  });
  app.notFound(async (c) => {
    const page = await file(
      () => NOT_FOUND_FILE,
      () => 'no-cache',
    )(c, async () => {});
    return page
      ? new Response(page.body, { status: 404, headers: page.headers })
      : c.text('Not found', 404);
  });
  return app;
}
