import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Assembly, beginCopy, newThreads } from './assembly.ts';

const PAGE = `<!doctype html><title>Oud</title>${'<p>It settles into amber and musk.</p>'.repeat(40)}`;
const SMALL = '<!doctype html>small';
const LONG = `products/${'n'.repeat(245)}.html`;
const threads = newThreads();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-assembly-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const buffer = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

/** Makes a release in a folder of its own, from pages and the release before. */
async function release(
  name: string,
  { specimen, pages, previous }: { specimen: string; pages: string[]; previous?: string },
) {
  const copy = previous === undefined ? undefined : newCopy(previous, name);
  const assembly = new Assembly(threads, {
    site: join(folder, `${name}-site`),
    previous: copy && { folder: join(folder, copy.of), copy },
    origin: 'https://shop.example',
    compress: true,
  });
  assembly.takeSpecimen(buffer(specimen));
  for (const page of pages) await assembly.add(page, buffer(PAGE), 'page');
  if (!copy) await assembly.add('small.html', buffer(SMALL), 'page');
  await assembly.addOthers();
  if (copy) assembly.keep((await copy.files).filter((file) => file.endsWith('.html')));
  return assembly.finish();
}

const newCopy = (previous: string, name: string) =>
  beginCopy(threads, folder, previous, join(folder, `${name}-copy`));

const deltasIn = async (site: string) =>
  (await readdir(site, { recursive: true })).filter((file) => file.endsWith('.dcz')).sort();

async function decoded(site: string, page: string): Promise<string> {
  const [dictionary = ''] = (await readdir(join(site, 'dictionaries'))).filter((file) =>
    file.endsWith('.txt'),
  );
  const sent = await readFile(join(site, `${page}.${dictionary.replace('.txt', '')}.dcz`));
  const bytes = await readFile(join(site, 'dictionaries', dictionary));
  return zstdDecompressSync(sent.subarray(40), { dictionary: bytes }).toString();
}

const inode = async (path: string) => (await stat(path)).ino;

it('encodes each page once while the dictionary stays, and all of them when it changes', async () => {
  const [oud, rose] = ['products/oud.html', 'products/rose.html'];
  const first = await release('first', { specimen: `one ${PAGE}`, pages: [oud, rose, LONG] });
  const [deltaOfOud = '', ...others] = await deltasIn(first.folder);
  // Neither the small page nor the one with a name too long has one.
  expect(others).toHaveLength(1);
  expect(await decoded(first.folder, oud)).toBe(PAGE);

  const same = await release('same', {
    specimen: `one ${PAGE}`,
    pages: [oud],
    previous: 'first-site',
  });
  expect(same.same).toBe(true);
  expect(await deltasIn(same.folder)).toEqual([deltaOfOud, ...others]);
  expect(await inode(join(same.folder, deltaOfOud))).toBe(
    await inode(join(first.folder, deltaOfOud)),
  );

  const next = await release('next', {
    specimen: `two ${PAGE}`,
    pages: [oud],
    previous: 'first-site',
  });
  expect(next.same).toBe(false);
  const deltas = await deltasIn(next.folder);
  expect(deltas).toHaveLength(2);
  expect(deltas).not.toContain(deltaOfOud);
  for (const page of [oud, rose]) expect(await decoded(next.folder, page)).toBe(PAGE);
  expect(await deltasIn(first.folder), 'the release before').toEqual([deltaOfOud, ...others]);
});

it("leaves the shop's own file in the place of one that a route made", async () => {
  const site = join(folder, 'own-site');
  await mkdir(site);
  await writeFile(join(site, 'robots.txt'), 'User-agent: *\nDisallow: /');
  const assembly = new Assembly(threads, {
    site,
    previous: undefined,
    origin: 'https://shop.example',
    compress: true,
  });
  assembly.takeSpecimen(buffer(PAGE));
  await assembly.add('robots.txt', buffer('User-agent: *\nAllow: /'), 'file');
  await assembly.add('index.html', buffer(PAGE), 'page');
  await assembly.addOthers();
  const made = await assembly.finish();
  expect(await readFile(join(made.folder, 'robots.txt'), 'utf8')).toContain('Disallow');
  expect([...assembly.changed.keys()]).toEqual(
    expect.arrayContaining(['index.html', 'robots.txt']),
  );
});
