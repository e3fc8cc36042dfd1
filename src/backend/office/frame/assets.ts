import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { isIn } from './navigation.ts';

/** A file of the back office with a hash in its name, which browsers keep for ever. */
export interface Asset {
  path: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer>;
}

/** The path of these files. */
const ASSETS = '/admin/assets';

const look = (name: string) => new URL(`../../../look/${name}`, import.meta.url);

/** Makes an asset. @param name - with its extension, such as 'style' and .css; the hash comes before the extension. */
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

const styleSheet = (name: string, css: string): Asset =>
  asset(`${name}.css`, 'text/css; charset=utf-8', smaller(css));

/** The style sheet of every page: the shop's fonts and tokens, then the frame's own. */
const STYLE = styleSheet(
  'style',
  [
    FONTS.reduce(
      (css, { file, asset: { path } }) => css.replace(`./fonts/${file}`, path),
      readFileSync(look('fonts.css'), 'utf8'),
    ),
    tokensForBrowsers(readFileSync(look('tokens.css'), 'utf8')),
    readFileSync(new URL('./frame.css', import.meta.url), 'utf8'),
  ].join('\n'),
);

/** A style sheet for some paths and those below them, so that no page loads the styles of others. */
export interface SubjectStyle {
  paths: readonly string[];
  style: Asset;
}

/** Makes one from a file in a subject's folder, or from rules that a subject writes. */
export const subjectStyle = (
  of: URL | { name: string; css: string },
  ...paths: string[]
): SubjectStyle => {
  const { name, css } =
    of instanceof URL ? { name: basename(of.pathname, '.css'), css: readFileSync(of, 'utf8') } : of;
  return { paths, style: styleSheet(name, css) };
};

/** Returns the addresses of a page's style sheets: the frame's, and that of the subject with the longest matching path. */
export function stylesOf(path: string, subjects: readonly SubjectStyle[]): string[] {
  const [own] = subjects
    .flatMap(({ paths, style }) => paths.map((of) => ({ path: of, style })))
    .filter((subject) => isIn(subject, path))
    .toSorted((a, b) => b.path.length - a.path.length);
  return [STYLE.path, ...(own ? [own.style.path] : [])];
}

/** Turns Tailwind's theme into plain variables. The second block has what no page carries as a variable. */
function tokensForBrowsers(css: string): string {
  return css
    .replace('@theme static {', ':root {')
    .replace('--*: initial;', '')
    .replace(/@theme inline \{[^}]*\}/, '');
}

/** Removes comments and indentation. */
function smaller(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/\n+/g, '\n')
    .replace(/([{};,])\n/g, '$1');
}

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
