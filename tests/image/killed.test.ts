import { existsSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BACKUP_STEPS, OLD, storeOf } from '../faults/backup-steps.ts';
import { newShopper, pay } from '../faults/shopper.ts';
import { LIMIT_MS } from '../limits.ts';
import { type S3Server, startS3 } from '../s3/server.ts';
import { type Begun, beginOnce, type Container, runOnce, start } from './container.ts';
import { buildImage, type Image } from './image.ts';
import { fill, openWorld, PRODUCT, type World } from './shop.harness.ts';

/**
 * Backups, restores and copies that are killed in the container: status names one command that ends it, and no order is
 * lost.
 */

const LONG = { timeout: 5 * LIMIT_MS };

let image: Image;
let world: World;
let s3: S3Server;
let storage: string;
let settings: Record<string, string>;
let shop: Container | undefined;
beforeAll(async () => {
  world = await openWorld();
  s3 = await startS3();
  image = await buildImage('turare-killed');
  storage = await world.storage();
  await copyFile('tests/faults/standstill.mjs', join(storage, 'standstill.mjs'));
  settings = { ...(await world.settings()), ...storeOf(s3).settings };
  await open();
  await fill(container());
}, 10 * LIMIT_MS);
afterAll(async () => {
  await shop?.kill();
  await image?.[Symbol.asyncDispose]();
  await s3?.close();
  await world?.[Symbol.asyncDispose]();
});

const container = () => {
  if (!shop) throw new Error('The shop is closed.');
  return shop;
};
async function open(): Promise<void> {
  shop = start(image, storage, settings);
  await shop.up();
  world.leadTo(shop);
}
const once = (...command: string[]) => runOnce(image, storage, settings, ...command);
/** Returns the output of a command, however it ended. */
const said = (output: Promise<string>) => output.catch((error: Error) => error.message);
const ORDERS = ['turare', 'run', 'orders', 'list'];

async function buy(): Promise<void> {
  const shopper = newShopper(PRODUCT, 1);
  const begun = await shopper.initialize(world.url);
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error(JSON.stringify(begun));
  await pay(begun.got.page);
  await expect
    .poll(() => shopper.verify(world.url, begun.got.reference))
    .toMatchObject({ got: { status: 'paid' } });
}

const isThere = (name: string) => existsSync(join(storage, name));
/** Returns a command that stops before a step. */
const standing = (step: string, ...command: string[]) => [
  ...['env', 'NODE_OPTIONS=--import=/storage/standstill.mjs', 'STOOD_AT=/storage/data/stood'],
  ...[`STAND_AT=${step}`, ...command],
];
const hasStood = () => vi.waitFor(() => expect(isThere('data/stood')).toBe(true));
async function killOnceItStands(begun: Begun): Promise<void> {
  await hasStood();
  await begun.kill();
  await rm(join(storage, 'data/stood'));
}

test.for(Object.entries(BACKUP_STEPS))(
  'a backup is killed %s: what counts is whole, and the next one tidies',
  LONG,
  async ([when, step]) => {
    const folder = join(storage, 'backups');
    if (when.includes('older')) {
      const newest = (await readdir(folder)).toSorted().at(-1) ?? '';
      for (const name of OLD) await copyFile(join(folder, newest), join(folder, name));
      await storeOf(s3).plantOld();
    }
    await killOnceItStands(await container().begin(...standing(step, 'turare', 'backup')));
    const status = await said(container().exec('turare', 'status'));
    expect(status).toMatch(/(ok|note) +backups |turare backup makes one\./);
    for (const name of await readdir(folder)) {
      if (name.endsWith('.gz')) await once('gzip', '-t', `/storage/backups/${name}`);
    }
    await container().exec('turare', 'backup');
    const left = [...(await readdir(folder)), ...(await readdir(join(storage, 'data')))];
    expect(left.filter((name) => /unchecked|^backup-/.test(name))).toEqual([]);
    await storeOf(s3).expectTidy();
  },
);

/** The step at which each restore stops and is killed. */
const RESTORE_STEPS = {
  'before it has a database': ['latest', '^query create database'],
  'while it loads': ['latest', '^query copy "orders"'],
  'before its journal is there': ['--open', '^rename \\S+restore\\.json\\.next'],
  'before the databases exchange their names': ['--open', '^query alter database'],
  'before its journal ends': ['--open', '^rm \\S+restore\\.json'],
} as const;

test(
  'a restore is killed at each step: the shop stays closed, status names the command, and no order is lost',
  LONG,
  async () => {
    await buy();
    await container().exec('turare', 'backup');
    // It is in no backup.
    await buy();
    await container().stop();
    for (const [when, [word, step]] of Object.entries(RESTORE_STEPS)) {
      if (word === '--open') await once('turare', 'restore', 'latest');
      const begun = beginOnce(
        image,
        storage,
        settings,
        ...standing(step, 'turare', 'restore', word),
      );
      await killOnceItStands(begun);
      const status = await said(once('turare', 'status'));
      expect([when, status.includes('was interrupted')]).toEqual([when, isThere('restore.json')]);
      if (isThere('restore.json')) {
        expect(status).toContain('turare restore --undo opens the shop as it was before.');
        expect(await said(once(...image.command))).toContain('turare restore --undo');
        expect(await once('turare', 'restore', '--undo')).toContain('The shop is as it was before');
      }
      expect((await once(...ORDERS)).match(/Ada Obi/g), when).toHaveLength(2);
    }
    await open();
    await buy();
    expect((await container().exec(...ORDERS)).match(/Ada Obi/g)).toHaveLength(3);
  },
);

test(
  'a restored copy that is killed at each step opens with every order, and is not restored again',
  LONG,
  async () => {
    const copying = standing('^rename \\S+\\.part ', '/hooks/pre-backup');
    await container().begin(...copying);
    await hasStood();
    await container().kill();
    await rm(join(storage, 'data/stood'));
    await open();
    await container().exec('/hooks/pre-backup');
    expect((await readdir(storage)).filter((name) => name.startsWith('copied'))).toEqual([
      'copied.tar.gz',
    ]);
    await container().stop();
    // In place of the copy: the hook reads only the backup.
    for (const step of [
      'rm -rf /storage/data',
      'turare run',
      'rm -f /storage/copied',
      'rm -rf /storage/torn',
    ]) {
      const dies = `sed 's#^${step}#kill -KILL $$; &#' /hooks/post-restore | sh`;
      await expect(once('sh', '-c', dies), step).rejects.toThrow('ended with');
      expect(await said(once('turare', 'status'))).toContain(
        '/hooks/post-restore ends it, on the same volume.',
      );
      expect(await said(once(...image.command))).toContain('Until then the shop does not start.');
    }
    await once('/hooks/post-restore');
    await open();
    await buy();
    await container().stop();
    await once('/hooks/post-restore');
    expect((await once(...ORDERS)).match(/Ada Obi/g)).toHaveLength(4);
  },
);
