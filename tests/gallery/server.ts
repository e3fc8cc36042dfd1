import { join } from 'node:path';
import { Hono } from 'hono';
import sharp from 'sharp';
import { listen } from '#process/listen.ts';
import { SECURITY_HEADERS } from '#server/hosting.ts';
import { siteRoutes } from '#server/site.ts';
import { agentScript } from './agent.ts';
import { apiRoutes, leave } from './api/routes.ts';
import { calmPicture, drawBottle } from './pictures.ts';
import { stateNamed } from './screens.ts';
import { NOW, type State } from './state.ts';

/** The path of a state's script on its origin. */
const AGENT = '/gallery-state.js';
const AGENT_TAG = `<script src="${AGENT}"></script>`;
const DARK = /\(prefers-color-scheme:\s*dark\)/g;
const LIGHT = /\(prefers-color-scheme:\s*light\)/g;

type Scheme = 'light' | 'dark';

interface Options {
  /** The built site. */
  site: string;
  port: number;
  /** For screenshots: a fixed clock, and flat colours instead of photographs. */
  calm: boolean;
  /** Returns the page at http://localhost:PORT/; undefined until the site is built. */
  index: (query: URLSearchParams) => string | undefined;
}

const readHost = (request: Request) => {
  const [, scheme, name] =
    /^(?:(light|dark)\.)?([\w-]+)\.localhost$/.exec(new URL(request.url).hostname) ?? [];
  return { scheme: scheme as Scheme | undefined, state: name ? stateNamed(name) : undefined };
};

/**
 * Serves the gallery: its index, and the built site in each state at a name below localhost. @returns a function that
 * stops it.
 */
export function serveGallery({ site, port, calm, index }: Options): Promise<() => Promise<void>> {
  const app = new Hono();
  if (calm) {
    // Pages use the shop's clock, not the browser's (site/client/clock.ts).
    app.use('/api/*', async (c, next) => {
      await next();
      c.header('date', new Date(NOW).toUTCString());
    });
  }
  const pages = siteRoutes({ live: site, siteUrl: `http://localhost:${port}` });
  app.route(
    '/',
    apiRoutes((request) => readHost(request).state),
  );
  app.get('/media/*', (c) => {
    const drawn = drawBottle(new URL(c.req.url).pathname);
    return drawn ? c.body(drawn, 200, { 'content-type': 'image/svg+xml' }) : c.notFound();
  });
  app.get(AGENT, (c) => {
    const { state } = readHost(c.req.raw);
    const script = state ? agentScript(state, calm ? NOW : Date.now()) : '';
    return c.body(script, 200, { 'content-type': 'text/javascript' });
  });
  if (calm) {
    app.get('/_assets/:name{.+[.](?:avif|webp|jpg|png)}', async (c) => {
      const { width, height } = await sharp(join(site, '_assets', c.req.param('name'))).metadata();
      return c.body(calmPicture(width, height), 200, { 'content-type': 'image/svg+xml' });
    });
  }
  app.all('*', async (c) => {
    const { scheme, state } = readHost(c.req.raw);
    if (!state && new URL(c.req.url).hostname === 'localhost') {
      if (c.req.path !== '/') return c.notFound();
      const html = index(new URL(c.req.url).searchParams);
      return html ? c.html(html) : c.text('The site is being built.', 503);
    }
    const [, fate] =
      Object.entries(state?.files ?? {}).find(([path]) => c.req.path.startsWith(path)) ?? [];
    if (fate) return leave(c, fate);
    const answer = await pages.fetch(plain(c.req.raw));
    const type = answer.headers.get('content-type') ?? '';
    if (!/^text\/(html|css)/.test(type) || (!answer.ok && answer.status !== 404)) return answer;
    let text = await answer.text();
    if (type.startsWith('text/html')) text = withAgent(text, state?.edit);
    if (scheme) text = inScheme(text, scheme);
    // A screenshot waits for the shop's own fonts. A shopper's page does not.
    if (calm) text = text.replaceAll('font-display:optional', 'font-display:block');
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    headers.delete('etag');
    headers.set('cache-control', 'no-store');
    headers.set('content-security-policy', framed);
    return new Response(text, { status: answer.status, headers });
  });
  return listen(app.fetch, port, 'PORT');
}

/** The policy that lets the index show states in frames. */
const framed = (SECURITY_HEADERS['content-security-policy'] ?? '').replace(
  "frame-ancestors 'none'",
  'frame-ancestors http://localhost:*',
);

/** Returns the request without conditions and ranges, because the answer will be changed. */
const plain = (request: Request) => new Request(request.url, { method: request.method });

/** Adds the agent. The page's policy allows scripts of its own origin. */
const withAgent = (html: string, edit: State['edit']) =>
  (edit ? html.replace(...edit) : html).replace(
    '<meta charset="utf-8">',
    (first) => first + AGENT_TAG,
  );

/** Returns a page or style sheet with only one colour scheme. */
function inScheme(text: string, scheme: Scheme): string {
  return text
    .replace(DARK, scheme === 'dark' ? 'all' : 'not all')
    .replace(LIGHT, scheme === 'light' ? 'all' : 'not all')
    .replace(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`)
    .replace(/content="light dark"/g, `content="${scheme}"`);
}
