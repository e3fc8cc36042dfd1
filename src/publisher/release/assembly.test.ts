import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Assembly, newThreads } from './assembly.ts';

const PAGE = `<!doctype html><title>Oud</title>${'<p>It settles into amber and musk.</p>'.repeat(40)}`;
const threads = newThreads();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-assembly-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const buffer = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer;

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
  await assembly.add('robots.txt', buffer('User-agent: *\nAllow: /'), 'file');
  await assembly.add('index.html', buffer(PAGE), 'page');
  await assembly.addOthers();
  const made = await assembly.finish();
  expect(await readFile(join(made.folder, 'robots.txt'), 'utf8')).toContain('Disallow');
  expect([...assembly.changed.keys()]).toEqual(
    expect.arrayContaining(['index.html', 'robots.txt']),
  );
});
