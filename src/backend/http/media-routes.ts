import { Hono } from 'hono';
import type { MediaStore } from '../media/media-store.ts';
import { refusalResponse } from './refusals.ts';
import { wrongMethod } from './routes.ts';

/** GET /media/{hash}/{file}: a picture's rendition. Its address names its bytes, so it never changes. */
export function mediaRoutes(store: MediaStore): Hono {
  const app = new Hono();
  app.get('/media/:hash/:file', async (context) => {
    const { hash, file } = context.req.param();
    const headers = {
      etag: `"${hash}-${file}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      // A site on another origin shows them too.
      'cross-origin-resource-policy': 'cross-origin',
    };
    const rendition = await store.rendition(hash, file);
    if (!rendition) {
      return refusalResponse(context, { code: 'not_found', message: 'There is no such picture.' });
    }
    const known = context.req
      .header('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    if (known?.includes(headers.etag)) return context.body(null, 304, headers);
    return context.body(rendition.bytes, 200, { ...headers, 'content-type': rendition.mime });
  });
  app.all('/media/:hash/:file', (context) => wrongMethod(context, ['GET']));
  return app;
}
