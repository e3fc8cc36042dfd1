import { Hono } from 'hono';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import type { MediaStore, Rendition } from '#backend/media/store.ts';
import { isKnown, wantedRange } from './conditional-requests.ts';
import { refusalResponse, UNAVAILABLE } from './refusals.ts';
import { wrongMethod } from './routes.ts';

const AWAY = {
  ...UNAVAILABLE,
  message: 'This picture cannot be fetched right now. Please try again in a moment.',
};

/**
 * Answers GET /media/{hash}/{file}: a rendition of a picture. The hash names the picture, so an answer never changes,
 * except that a draft is replaced once.
 */
export function mediaRoutes(store: MediaStore): Hono {
  const app = new Hono();
  app.get('/media/:hash/:file', async (context) => {
    const { hash, file } = context.req.param();
    let rendition: Rendition | null | 'busy';
    try {
      rendition = await store.rendition(hash, file);
    } catch (error) {
      // Its outages are already in the log.
      if (!(error instanceof StoreUnavailable)) throw error;
      return refusalResponse(context, AWAY);
    }
    if (rendition === 'busy') return refusalResponse(context, AWAY);
    if (!rendition) {
      return refusalResponse(context, { code: 'not_found', message: 'There is no such picture.' });
    }
    const { bytes, mime, draft } = rendition;
    const headers = {
      etag: draft ? `"${hash}-${file}-draft"` : `"${hash}-${file}"`,
      // A browser that shows a draft asks again next time.
      'cache-control': draft ? 'no-cache' : 'public, max-age=31536000, immutable',
      // A site on another origin may show it.
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (isKnown(context.req.header('if-none-match'), headers.etag)) {
      return context.body(null, 304, headers);
    }
    const sent = { ...headers, 'content-type': mime, 'accept-ranges': 'bytes' };
    const asked = { range: context.req.header('range'), ifRange: context.req.header('if-range') };
    const range =
      context.req.method === 'GET' ? wantedRange(asked, headers.etag, bytes.length) : null;
    if (range === 'unsatisfiable') {
      return context.body(null, 416, { ...headers, 'content-range': `bytes */${bytes.length}` });
    }
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
    return context.body(part, range ? 206 : 200, {
      ...sent,
      'content-length': String(part.length),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
    });
  });
  app.all('/media/:hash/:file', (context) => wrongMethod(context, ['GET']));
  return app;
}
