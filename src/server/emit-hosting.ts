import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMITTED,
  FOR_EVER,
  HASHED_FILE,
  HASHED_FOLDERS,
  type HostingOptions,
  REWRITES,
  securityHeaders,
} from './hosting.ts';
import { nginxConfig } from './nginx.ts';

/**
 * Writes the rules of hosting.ts into a built site for the hosts that it may be taken to: `_redirects` and `_headers`
 * (Netlify, Cloudflare Pages) and `_nginx.conf`. The text depends on nothing but the options and the names of the files.
 */
export async function emitHosting(outDir: string, options: HostingOptions): Promise<void> {
  const files = await hashedFiles(outDir);
  await Promise.all([
    writeFile(join(outDir, EMITTED.redirects), redirectsFile(options)),
    writeFile(join(outDir, EMITTED.headers), headersFile(options, files)),
    writeFile(join(outDir, EMITTED.nginx), nginxConfig(options)),
  ]);
}

/**
 * `_redirects`. Both hosts take the page of a clean URL, the redirect of `/products/` to `/products` and 404.html upon
 * themselves. The target of a rewrite is named without `.html`: Cloudflare would redirect to that instead.
 */
function redirectsFile({ apiUrl }: HostingOptions): string {
  const rewrites = REWRITES.map(
    ({ pattern, file }) => `${pattern} ${file.replace(/\.html$/, '')} 200`,
  );
  // Cloudflare Pages forwards to no other host and passes over these lines; there the browsers call the API.
  const api =
    apiUrl?.startsWith('https:') === true
      ? ['/api', '/media'].map((path) => `${path}/* ${new URL(apiUrl).origin}${path}/:splat 200`)
      : [];
  return [...rewrites, ...api, ''].join('\n');
}

/**
 * `_headers`. Where two rules match, both hosts join the values of a header: so no path has two of the same. For what
 * has no rule for Cache-Control both send `public, max-age=0, must-revalidate`, which is what hosting.ts asks for.
 */
function headersFile({ siteUrl }: HostingOptions, hashed: readonly string[]): string {
  const kept = [...HASHED_FOLDERS.map((folder) => `${folder}*`), ...hashed];
  const rules: [path: string, headers: Record<string, string>][] = [
    ['/*', securityHeaders(siteUrl)],
    ...kept.map((path): [string, Record<string, string>] => [path, { 'cache-control': FOR_EVER }]),
  ];
  return rules
    .map(([path, headers]) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join(
        '\n',
      ),
    )
    .join('');
}

/** The hashed files that no pattern of a folder covers. */
async function hashedFiles(outDir: string): Promise<string[]> {
  const names = await readdir(join(outDir, 'pagefind')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .map((name) => `/pagefind/${name}`)
    .filter((path) => HASHED_FILE.test(path))
    .sort();
}
