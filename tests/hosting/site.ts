import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesBelow } from '#process/files.ts';
import { emitHosting } from '#server/emit-hosting.ts';

/** A small site in the layout of the publisher. */
export interface TestSite {
  live: string;
  pool: string;
  /** The live release's files by path, uncompressed. */
  files: ReadonlyMap<string, Buffer>;
  remove(): Promise<void>;
}

const text = (name: string) => Buffer.from(`${name}\n`.repeat(200));
/** Larger than what is sent in one piece, with varying content. */
const picture = Buffer.concat(
  Array.from({ length: 20_000 }, (_, index) => createHash('sha256').update(String(index)).digest()),
);

const FILES: Record<string, Buffer> = {
  '/index.html': text('index'),
  '/404.html': text('not found'),
  '/products.html': text('products'),
  '/products/oud.html': text('oud'),
  '/products/crème brûlée.html': text('crème brûlée'),
  '/products/100% oud.html': text('100% oud'),
  '/orders.html': text('orders'),
  '/orders/order.html': text('one order'),
  '/manifest.webmanifest': text('{}'),
  '/sw.js': text('worker'),
  '/feeds/google.xml': text('<rss/>'),
  '/feeds/meta.csv': text('id'),
  '/feeds/acp.jsonl': text('{}'),
  '/pagefind/pagefind.js': text('pagefind'),
  '/_assets/page.A1b2.js': text('page'),
};
/** Files without compressed forms. */
const PLAIN: Record<string, Buffer> = {
  '/about.html': Buffer.from('about'),
  '/favicon.ico': Buffer.from('icon'),
  '/_assets/oud.C3d4.avif': picture,
  '/pagefind/pagefind.en_ab12.pf_meta': Buffer.from('meta'),
  '/pagefind/fragment/en_ab12.pf_fragment': Buffer.from('fragment'),
  '/.hidden': Buffer.from('hidden'),
  '/.well-known/ucp': Buffer.from('{}'),
  '/.well-known/hidden': Buffer.from('hidden'),
};

/** Pages that have moved. */
export const MOVED = [
  { from: '/products/old-oud', to: '/products/oud' },
  { from: '/products/100%25%20%22old%22', to: '/products/100%25%20oud' },
  { from: '/brands/old', to: '/products' },
  // From other programs.
  { from: '/product/amber-%D8%B9/', to: '/products/oud' },
  { from: '/women/12-amber.html', to: '/products/oud' },
];

/** Writes a file below a folder, with compressed forms if `compress`. */
export async function lay(folder: string, path: string, bytes: Buffer, compress: boolean) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  if (!compress) return;
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
  await writeFile(`${file}.br`, brotliCompressSync(bytes, quick));
  await writeFile(`${file}.gz`, gzipSync(bytes));
}

/** A temporary folder that other users can read, such as nginx's workers. */
export async function readableFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-hosting-'));
  await chmod(folder, 0o755);
  return folder;
}

/** A live release with hosting rules, and a pool with an asset of an earlier release. */
export async function makeSite(hosting: {
  siteUrl: string;
  apiUrl: string | null;
}): Promise<TestSite> {
  const folder = await readableFolder();
  const release = join(folder, 'releases/000002');
  const live = join(folder, 'live');
  const pool = join(folder, 'pool');
  for (const [path, bytes] of Object.entries(FILES)) await lay(release, path, bytes, true);
  for (const [path, bytes] of Object.entries(PLAIN)) await lay(release, path, bytes, false);
  await lay(pool, '/_assets/page.Z9y8.js', text('the page before'), true);
  await lay(pool, '/index.html', text('no page is kept'), false);
  await writeFile(join(folder, 'releases/secret.txt'), 'secret');
  await emitHosting(release, hosting, { names: filesBelow(release), moved: MOVED });
  await symlink('releases/000002', live);
  const files = new Map([
    ...Object.entries({ ...FILES, ...PLAIN }),
    ['/_assets/page.Z9y8.js', text('the page before')] as const,
  ]);
  return { live, pool, files, remove: () => rm(folder, { recursive: true, force: true }) };
}
