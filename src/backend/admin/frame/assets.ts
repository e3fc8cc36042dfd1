import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Context, Hono } from 'hono';

/** A file of the back office with a hash in its name, which browsers keep for ever. */
export interface Asset {
  path: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
}

/** Where these files are. */
const ASSETS = '/admin/assets';

const look = (name: string) => new URL(`../../../look/${name}`, import.meta.url);
const FRAME = new URL('./frame.css', import.meta.url);
const ORDERS = new URL('../orders/orders.css', import.meta.url);

/** Makes an asset. @param name - with its ending, such as 'style' and .css; the hash comes before the ending. */
export function asset(name: string, type: string, content: string | Uint8Array): Asset {
  const bytes = new Uint8Array(Buffer.from(content));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return {
    path: `${ASSETS}/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`,
    type,
    bytes,
    brotli: new Uint8Array(brotliCompressSync(bytes)),
  };
}

const FONTS = [
  ...readFileSync(look('fonts.css'), 'utf8').matchAll(/url\("\.\/fonts\/(.*?)"\)/g),
].map(([, file = '']) => ({
  file,
  asset: asset(file, 'font/woff2', readFileSync(look(`fonts/${file}`))),
}));

const PRODUCTS = new URL('../products/products.css', import.meta.url);

/** The one style sheet: the shop's fonts and tokens, then the back office's own. */
export const STYLE = asset(
  'style.css',
  'text/css; charset=utf-8',
  smaller(
    [
      FONTS.reduce(
        (css, { file, asset: { path } }) => css.replace(`./fonts/${file}`, path),
        readFileSync(look('fonts.css'), 'utf8'),
      ),
      tokensForBrowsers(readFileSync(look('tokens.css'), 'utf8')),
      readFileSync(FRAME, 'utf8'),
      readFileSync(ORDERS, 'utf8'),
      readFileSync(PRODUCTS, 'utf8'),
    ].join('\n'),
  ),
);

/** Tailwind's theme as plain variables. The second block has breakpoints, which no variable can give to a media query. */
function tokensForBrowsers(css: string): string {
  return css
    .replace('@theme static {', ':root {')
    .replace('--*: initial;', '')
    .replace(/@theme \{[^}]*\}/, '');
}

/** Without comments and indentation. */
function smaller(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/\n+/g, '\n')
    .replace(/([{};,])\n/g, '$1');
}

/** Serves assets. */
export function serveAssets(app: Hono, assets: readonly Asset[]): void {
  for (const { path, type, bytes, brotli } of assets) {
    app.get(path, (context: Context) => {
      const takes = /\bbr\b/.test(context.req.header('accept-encoding') ?? '');
      const packed = takes && type !== 'font/woff2';
      return context.body(packed ? brotli : bytes, 200, {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        ...(packed && { 'content-encoding': 'br' }),
      });
    });
  }
}

/** The files of every page. */
export const FRAME_ASSETS: readonly Asset[] = [STYLE, ...FONTS.map(({ asset: font }) => font)];
