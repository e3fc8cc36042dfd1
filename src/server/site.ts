import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { isKnown, wantedRange } from '#backend/http/conditional-requests.ts';
import { acceptedEncodings, type Encoding } from './accept-encoding.ts';
import {
  ASK_EACH_TIME,
  cacheControl,
  fileCandidates,
  isHashed,
  NOT_FOUND_FILE,
  securityHeaders,
} from './hosting.ts';
import {
  currentRelease,
  decodePath,
  openFile,
  type SiteFile,
  type SiteFolders,
} from './site-files.ts';

/** Bytes that are sent in one piece: a stream would cost more than they do. */
const ONE_PIECE = 256 * 1024;

/**
 * The built site, served as a CDN would: clean URLs, precompressed, with validators, byte ranges and the headers of
 * hosting.ts. Every answer is of one release, also while the next one is swapped in.
 *
 * No library does this: `serveStatic` of @hono/node-server knows no entity tag without reading the whole file, no If-Range
 * and no weights in Accept-Encoding; `send` has weak tags, with which a download cannot go on, and nothing precompressed;
 * both look at a file by its name and then open that name again, which may be of the next release; `sirv` reads the folder
 * once, at its start.
 *
 * @param options.siteUrl - the address that shoppers open; an https one brings HSTS.
 */
export function siteRoutes(options: SiteFolders & { siteUrl: string }): Hono {
  const headers = Object.entries(securityHeaders(options.siteUrl));
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of headers) c.header(name, value);
  });
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const path = decodePath(pathname.replace(/(?<=[^/])\/+$/, ''));
    // One address a page: /products/ is /products.
    if (path !== null && path !== '/' && pathname.endsWith('/')) {
      return c.redirect(`${pathname.replace(/\/+$/, '')}${search}`, 308);
    }
    const encodings = acceptedEncodings(c.req.header('accept-encoding'));
    const { file, page } = await findFile(options, path, encodings);
    if (file) return fileAnswer(c, file, cacheControl(path ?? ''));
    return page ? notFound(c, page) : c.text('Not found', 404);
  });
  app.all('*', (c) => c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' }));
  app.onError((error, c) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return c.text('The site is not there yet. Try again in a moment.', 503, {
        'retry-after': '2',
      });
    }
    console.error(`The site's files cannot be read (${new URL(c.req.url).pathname}):`, error);
    return c.text('Something went wrong on our side. Please try again in a moment.', 500);
  });
  return app;
}

/** The file of a path, or else the page for what is not found, both of the same release. */
async function findFile(
  folders: SiteFolders,
  path: string | null,
  encodings: readonly (Encoding | null)[],
): Promise<{ file?: SiteFile | null; page?: SiteFile | null }> {
  for (;;) {
    const release = await currentRelease(folders.live);
    const file = path && (await openFile(release, fileCandidates(path), encodings));
    if (file) return { file };
    if (path && folders.pool && isHashed(path)) {
      const kept = await openFile(folders.pool, fileCandidates(path), encodings);
      if (kept) return { file: kept };
    }
    // That something is missing counts only in the release of now: an older one may be being removed.
    if (release !== (await currentRelease(folders.live))) continue;
    return { page: await openFile(release, [NOT_FOUND_FILE], encodings) };
  }
}

async function fileAnswer(c: Context, file: SiteFile, keep: string): Promise<Response> {
  const { handle, etag, size } = file;
  c.header('cache-control', keep);
  c.header('etag', etag);
  if (file.varies) c.header('vary', 'Accept-Encoding');
  if (isKnown(c.req.header('if-none-match'), etag)) {
    await handle.close();
    return c.body(null, 304);
  }
  c.header('accept-ranges', 'bytes');
  const asked = { range: c.req.header('range'), ifRange: c.req.header('if-range') };
  const range = c.req.method === 'GET' ? wantedRange(asked, etag, size) : null;
  if (range === 'unsatisfiable') {
    await handle.close();
    return c.body(null, 416, { 'content-range': `bytes */${size}` });
  }
  if (!range) return content(c, file, 200);
  c.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return content(c, file, 206, range.start, range.end);
}

function notFound(c: Context, page: SiteFile): Promise<Response> {
  c.header('cache-control', ASK_EACH_TIME);
  if (page.varies) c.header('vary', 'Accept-Encoding');
  return content(c, page, 404);
}

async function content(
  c: Context,
  { handle, path, size, encoding }: SiteFile,
  status: 200 | 206 | 404,
  start = 0,
  end = size - 1,
): Promise<Response> {
  const length = end - start + 1;
  c.header('content-type', getMimeType(path) ?? 'application/octet-stream');
  c.header('content-length', String(length));
  if (encoding) c.header('content-encoding', encoding.name);
  if (c.req.method === 'HEAD') {
    await handle.close();
    return c.body(null, status);
  }
  if (length > ONE_PIECE) {
    const stream = Readable.toWeb(handle.createReadStream({ start, end }));
    return c.body(stream as ReadableStream, status);
  }
  try {
    const bytes = Buffer.alloc(length);
    await handle.read(bytes, 0, length, start);
    return c.body(bytes, status);
  } finally {
    await handle.close();
  }
}
