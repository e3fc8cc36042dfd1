import { Hono } from 'hono';
import { isBare } from '#backend/office/origin.ts';
import { limitBody } from '#process/limit-body.ts';
import { type Asset, FRAME_ASSETS, type SubjectStyle, serveAssets } from './assets.ts';
import { OfficeDispatcher, type WayIn } from './dispatcher.tsx';
import { HEADERS } from './headers.ts';
import type { OfficeServices } from './page-request.ts';
import type { Route } from './routes.ts';

/** The most bytes of a form without files. */
const FORM_BYTES = 64 * 1024;

/** The contributions of the subjects. */
interface Contents {
  routes: readonly Route[];
  styles: readonly SubjectStyle[];
  /** Files beside the style sheets. */
  assets: readonly Asset[];
  wayIn: WayIn;
}

/** Mounts the back office in the API. */
export function mountAdmin(
  parts: Omit<OfficeServices, 'roleOf'>,
  { routes, styles, assets, wayIn }: Contents,
): Hono {
  const app = new Hono();
  const pages = new Map(
    routes.flatMap(({ method, path, role }) =>
      method === 'GET' && role !== 'anyone' ? [[path, role] as const] : [],
    ),
  );
  const frame = new OfficeDispatcher(
    { ...parts, roleOf: (path) => pages.get(path) },
    { styles, wayIn },
  );
  app.use('/admin/*', async (context, next) => {
    const url = new URL(context.req.url);
    const moves = isBare(url.hostname) && new URL(parts.origin).hostname === 'localhost';
    if (!moves || context.req.method !== 'GET') return next();
    return context.redirect(parts.origin + url.pathname + url.search, 307);
  });
  app.use('/admin/*', async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    await next();
  });
  serveAssets(app, [...FRAME_ASSETS, ...styles.map(({ style }) => style), ...assets]);
  for (const route of routes) {
    if (route.method === 'GET') {
      app.get(route.path, (context) => frame.read(context, route));
    } else if ('answer' in route) {
      app.post(route.path, limit(FORM_BYTES), (context) => frame.called(context, route.answer));
    } else {
      app.post(
        route.path,
        async (context, next) => {
          // The limit comes before the session is checked. Only the merchant's people may send much.
          const known = !route.maxBytes || (await frame.isSignedIn(context));
          if (!known) return limit(FORM_BYTES, SIGNED_OUT)(context, next);
          const most = route.maxBytes ?? FORM_BYTES;
          if (!('receive' in route)) return limit(most)(context, next);
          // The limit of other forms would hold a body without a length in memory. This one is read while it arrives.
          const length = Number(context.req.header('content-length') ?? 0);
          return length > most ? context.text(tooLarge(most), 413) : next();
        },
        (context) =>
          'receive' in route ? frame.receive(context, route) : frame.act(context, route),
      );
    }
  }
  for (const path of ['/admin', '/admin/*']) app.all(path, (context) => frame.nothing(context));
  app.onError((error, context) => frame.failed(error, context));
  return app;
}

const sizeWords = (bytes: number): string =>
  bytes < 1e6 ? `${Math.floor(bytes / 1000)} kB` : `${Math.floor(bytes / 1e6)} MB`;

const tooLarge = (bytes: number): string =>
  `This is too large: at most ${sizeWords(bytes)}. Go back and send less at a time.`;

const limit = (maxSize: number, words = tooLarge(maxSize)) =>
  limitBody(maxSize, (context) => context.text(words, 413));

const SIGNED_OUT =
  'You are signed out. Sign in at /admin in another tab, then go back here and send it again: what you typed is still there.';
