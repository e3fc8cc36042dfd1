import { extname } from 'node:path';
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
  OWN_TYPES,
  PROFILE,
  securityHeaders,
} from './hosting.ts';
import { movedTo } from './moved.ts';
import {
  currentRelease,
  decodePath,
  openFile,
  type SiteFile,
  type SiteFolders,
} from './site-files.ts';

/** The most bytes of a file that is sent in one piece, which is cheaper than a stream. */
const ONE_PIECE = 256 * 1024;

/**
 * Serves the built site as a CDN would: clean URLs, precompressed files, validators, byte ranges and the headers of
 * hosting.ts. Every answer comes from one release, also during a swap.
 *
 * No library does this. `serveStatic` of @hono/node-server reads the whole file for an ETag and supports neither If-Range
 * nor weights in Accept-Encoding. `send` has weak tags, with which a download cannot resume, and no precompressed files.
 * Both find a file by its name and then open the name again, which may belong to the next release. `sirv` reads the folder
 * only when it starts.
 *
 * @param options.siteUrl - the address that shoppers open. With https the answers include HSTS.
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
    const slashed = path !== null && path !== '/' && pathname.endsWith('/');
    const target = slashed && (await movedTo(await currentRelease(options.live), `${path}/`));
    if (target) return moved(c, target + search);
    // Each page has one address: /products/ redirects to /products.
    if (slashed) {
      return c.redirect(`${pathname.replace(/\/+$/, '')}${search}`, 308);
    }
    const encodings = acceptedEncodings(c.req.header('accept-encoding'));
    const { file, page, to } = await findFile(options, path, encodings);
    if (file) return fileAnswer(c, file, cacheControl(path ?? ''));
    if (to !== undefined) return moved(c, to + search);
    return page ? notFound(c, page) : c.text('Not found', 404);
  });
  app.all('*', (c) => c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' }));
  app.onError((error, c) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return c.text('The site is not ready yet. Try again in a moment.', 503, {
        'retry-after': '2',
      });
    }
    console.error(`A file of the site cannot be read (${new URL(c.req.url).pathname}):`, error);
    return c.text('Something went wrong on our side. Please try again in a moment.', 500);
  });
  return app;
}

/** Redirects to a new address. Browsers ask each time, because a new page may take the old one. */
function moved(c: Context, target: string): Response {
  c.header('cache-control', ASK_EACH_TIME);
  return c.redirect(target, 301);
}

/** Finds the file of a path. Otherwise finds its new address, or the 404 page of the same release. */
async function findFile(
  folders: SiteFolders,
  path: string | null,
  encodings: readonly (Encoding | null)[],
): Promise<{ file?: SiteFile | null; page?: SiteFile | null; to?: string | undefined }> {
  for (;;) {
    const release = await currentRelease(folders.live);
    const file = path && (await openFile(release, fileCandidates(path), encodings));
    if (file) return { file };
    if (path && folders.pool && isHashed(path)) {
      const kept = await openFile(folders.pool, fileCandidates(path), encodings);
      if (kept) return { file: kept };
    }
    // The release may have been replaced and deleted in the meantime. Only the live release decides that a file is missing.
    if (release !== (await currentRelease(folders.live))) continue;
    const to = path === null ? undefined : await movedTo(release, path);
    if (to !== undefined) return { to };
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

/** Returns the type of a file, by its extension. */
const typeOf = (path: string): string =>
  path === PROFILE.path
    ? PROFILE.type
    : (OWN_TYPES[extname(path) as keyof typeof OWN_TYPES] ??
      getMimeType(path) ??
      'application/octet-stream');

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
  c.header('content-type', typeOf(path));
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
