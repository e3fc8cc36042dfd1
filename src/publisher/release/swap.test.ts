import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Publisher } from '#publisher/publisher.ts';
import { readStatus } from '#publisher/status.ts';
import { type Folders, foldersOf, releaseName, releasesOf } from './folders.ts';
import { fillPool, goLive, prune } from './swap.ts';

let folders: Folders;
beforeEach(async () => {
  folders = foldersOf(await mkdtemp(join(tmpdir(), 'turare-swap-')));
});
afterEach(() => rm(folders.root, { recursive: true, force: true }));

/** A release whose page and script carry its number. */
async function release(number: number): Promise<string> {
  const name = releaseName(number);
  const [site, state] = [join(folders.releases, name), join(folders.states, name)];
  await mkdir(join(site, '_assets'), { recursive: true });
  await mkdir(state, { recursive: true });
  await writeFile(join(site, 'index.html'), `release ${number}`);
  await writeFile(join(site, `_assets/page.${number}.js`), `script ${number}`);
  await writeFile(join(site, `_assets/page.${number}.js.br`), `brotli ${number}`);
  await writeFile(join(state, 'release.json'), JSON.stringify({ name, products: number }));
  return name;
}

const shown = () => readFile(join(folders.live, 'index.html'), 'utf8');
const publisher = () =>
  new Publisher({
    folder: folders.root,
    settings: { API_URL: 'http://127.0.0.1:1', SITE_URL: 'https://shop.example' },
  });

it('keeps five releases, and always the live one', async () => {
  for (let number = 1; number <= 8; number++) await release(number);
  await goLive(folders, releaseName(2));
  await prune(folders);
  expect(await releasesOf(folders)).toEqual([2, 4, 5, 6, 7, 8].map(releaseName));
  expect(await shown()).toBe('release 2');
  await goLive(folders, releaseName(8));
  await prune(folders);
  expect(await releasesOf(folders)).toEqual([4, 5, 6, 7, 8].map(releaseName));
});

it('keeps the hashed files of releases, and nothing else', async () => {
  const names = [await release(1), await release(2)];
  await fillPool(folders, names);
  for (const number of [1, 2]) {
    const script = join(folders.pool, `_assets/page.${number}.js`);
    expect(await readFile(script, 'utf8')).toBe(`script ${number}`);
    expect(await readFile(`${script}.br`, 'utf8')).toBe(`brotli ${number}`);
  }
  await expect(readFile(join(folders.pool, 'index.html'))).rejects.toThrow('ENOENT');
});

it('deletes a file thirty days after it was last in the live release', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await fillPool(folders, [await release(1)]);
    vi.setSystemTime(Date.now() + 29 * 24 * 3_600_000);
    await fillPool(folders, [releaseName(1), await release(2)]);
    vi.setSystemTime(Date.now() + 29 * 24 * 3_600_000);
    await fillPool(folders, [releaseName(2), await release(3)]);
    expect(await readdir(join(folders.pool, '_assets'))).toContain('page.1.js');
    vi.setSystemTime(Date.now() + 2 * 24 * 3_600_000);
    await fillPool(folders, [releaseName(3)]);
    const left = await readdir(join(folders.pool, '_assets'));
    expect(left.filter((file) => file.endsWith('.js'))).toEqual(['page.2.js', 'page.3.js']);
    expect(left).not.toContain('page.1.js.br');
  } finally {
    vi.useRealTimers();
  }
});

it('rolls back to the previous release or a named one, and publishes nothing until resume', async () => {
  for (let number = 1; number <= 3; number++) await goLive(folders, await release(number));
  await expect(publisher().rollBack('000009')).rejects.toThrow(
    'Release 000009 is not available. Available releases: 000001, 000002.',
  );
  expect(await shown()).toBe('release 3');
  expect((await publisher().rollBack()).name).toBe('000002');
  expect(await shown()).toBe('release 2');
  expect(await readFile(join(folders.pool, '_assets/page.3.js'), 'utf8')).toBe('script 3');
  expect((await readStatus(folders)).heldSince).not.toBeNull();
  await publisher().rollBack('000003');
  expect(await readlink(folders.live)).toBe('releases/000003');
  await publisher().resume();
  expect((await readStatus(folders)).heldSince).toBeNull();
});

it('says when there is no release to roll back to', async () => {
  await goLive(folders, await release(1));
  await expect(publisher().rollBack()).rejects.toThrow('There is no release before the live one.');
});
