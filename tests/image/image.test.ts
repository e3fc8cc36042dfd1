import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCrowd } from '../failover/crowd.ts';
import { newShopper, pay } from '../faults/shopper.ts';
import { type Container, runOnce, start } from './container.ts';
import { buildImage, compressedSize, type Image } from './image.ts';
import { startLooking } from './looking.ts';
import { certificateAt, startPebble } from './pebble.ts';
import { fill, openWorld, PRODUCT, type World } from './shop.harness.ts';

/** The most bytes of the image. */
const LARGEST = 650e6;
const BUILD_MS = 900_000;

let image: Image;
let next: Image;
let world: World;
const opened: Container[] = [];

beforeAll(async () => {
  world = await openWorld();
  image = await buildImage('turare');
  next = await buildImage('turare-next', makeNext);
}, BUILD_MS);

afterAll(async () => {
  for (const container of opened) await container.kill();
  await image?.[Symbol.asyncDispose]();
  await next?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

/** Makes the next version: one more migration, as most versions have. */
async function makeNext(checkout: string): Promise<void> {
  const folder = join(checkout, 'src/backend/db/migrations');
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const { idx, when, ...last } = entries.at(-1);
  const added = { ...last, idx: idx + 1, when: when + 1, tag: 'next_version' };
  await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
  await writeFile(join(folder, 'next_version.sql'), 'create table next_version (id int);');
}

async function run(from: Image, storage: string, more: Record<string, string> = {}) {
  const container = start(from, storage, { ...(await world.settings()), ...more });
  opened.push(container);
  return container;
}

/** Buys one bottle. Returns the reference of the payment. */
async function buy(container: Container): Promise<string> {
  world.leadTo(container);
  const shopper = newShopper(PRODUCT, 1);
  const begun = await shopper.initialize(world.url);
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error(JSON.stringify(begun));
  await pay(begun.got.page);
  await expect
    .poll(() => shopper.verify(world.url, begun.got.reference))
    .toMatchObject({ got: { status: 'paid' } });
  return begun.got.reference;
}

const orders = (container: Container) => container.exec('turare', 'run', 'orders', '--', 'list');

describe('the image', () => {
  test('it is small, and its user is unprivileged', async () => {
    console.log(
      `${Math.round(image.size / 1e6)} MB unpacked, ${Math.round((await compressedSize(image)) / 1e6)} MB compressed`,
    );
    expect(image.size).toBeLessThan(LARGEST);
    expect(image.user).toBe('turare');
    const names = await readdir(join(image.folder, 'srv/turare'));
    expect(names).not.toContain('tests');
    expect(names).not.toContain('.git');
  });

  test('without settings it ends, and lists all that it needs', async () => {
    const storage = await world.storage();
    await expect(runOnce(image, storage, {}, ...image.command)).rejects.toThrow(
      /DOMAIN is needed[\s\S]*PAYSTACK_SECRET_KEY is needed[\s\S]*SMTP_URL is needed/,
    );
  });

  test('an order is paid, and outlives a kill, a stop and a restore', async () => {
    const storage = await world.storage();
    const first = await run(image, storage);
    await first.up();
    await fill(first);
    await buy(first);
    await expect.poll(() => world.mail.arrived.length).toBeGreaterThan(0);
    await first.kill();

    const second = await run(image, storage);
    await second.up();
    expect(await orders(second)).toContain('Ada Obi');
    await buy(second);
    await second.exec('turare', 'run', 'backup', '--', '/storage/all.tar.gz');
    expect(await second.stop()).toBe(0);

    const other = await world.storage();
    await cp(join(storage, 'all.tar.gz'), join(other, 'all.tar.gz'));
    const settings = await world.settings();
    await runOnce(
      ...([image, other, settings] as const),
      ...['turare', 'run', 'restore', '--', '/storage/all.tar.gz'],
    );
    const restored = await run(image, other);
    await restored.up();
    expect((await orders(restored)).match(/Ada Obi/g)).toHaveLength(2);
    await restored.exec('turare', 'run', 'audit');
    await restored.stop();
  }, 600_000);

  test('a supervisor copies the storage while the shop sells, and a new volume starts from the copy', async () => {
    const storage = await world.storage();
    const first = await run(image, storage);
    await first.up();
    await fill(first);
    await buy(first);
    await first.exec('/hooks/pre-backup');
    // A copy of changing files is torn, so this one holds no good database.
    const copied = await world.storage();
    await cp(storage, copied, { recursive: true, filter: (path) => !path.endsWith('pg_control') });
    await buy(first);
    await first.stop();
    await runOnce(image, copied, await world.settings(), '/hooks/post-restore');
    const second = await run(image, copied);
    await second.up();
    expect((await orders(second)).match(/Ada Obi/g)).toHaveLength(1);
    expect(await readdir(copied)).not.toContain('copied.tar.gz');
    await second.stop();
  }, 600_000);

  test('the next version takes over during sales, and so does the previous one on the migrated storage', async () => {
    const storage = await world.storage();
    let running = await run(image, storage);
    await running.up();
    await fill(running);
    world.leadTo(running);
    const crowd = startCrowd({ shoppers: 2, product: PRODUCT, api: () => world.url });
    const looks = startLooking(`${world.url}/api/product?page=1&limit=1`);
    for (const version of [next, image]) {
      // As ONCE does: the next container starts beside it and gets the address when it is up. Only then is the other
      // one ended.
      const following = await run(version, storage);
      await following.up();
      world.leadTo(following);
      expect(await running.stop()).toBe(0);
      running = following;
      const { paid } = crowd.bought;
      const before = paid.length;
      await expect.poll(() => paid.length).toBeGreaterThan(before);
    }
    await crowd.stop();
    const { counts, longestGap, retryAfter } = await looks.stop();
    console.log(
      `${crowd.bought.paid.length} orders over two turns; answers ${JSON.stringify(counts)}, longest time without a good one ${longestGap} ms`,
    );
    expect(crowd.bought.told.toSorted()).toEqual(crowd.bought.paid.toSorted());
    expect(Object.keys(counts).filter((code) => code !== '200' && code !== '503')).toEqual([]);
    expect(retryAfter).not.toContain('none');
    await running.exec('turare', 'run', 'audit');
    await running.stop();
  }, 600_000);

  test('a failing next version leaves the shop to the previous one', async () => {
    const storage = await world.storage();
    const first = await run(image, storage);
    await first.up();
    await fill(first);
    await buy(first);
    // It takes the data and is ended before it works.
    const broken = await run(next, storage);
    await expect.poll(() => first.said()).toContain('The next container takes over');
    await broken.kill();
    await first.up();
    await buy(first);
    expect((await orders(first)).match(/Ada Obi/g)).toHaveLength(2);
    await first.stop();
  }, 600_000);

  test('it gets a certificate for its domain by itself', async () => {
    const settings = await world.settings();
    const ports = { http: Number(settings.HTTP_PORT), https: Number(settings.HTTPS_PORT) };
    await using acme = await startPebble(ports);
    const storage = await world.storage();
    await acme.trustIn(storage);
    const container = await run(image, storage, {
      ...settings,
      DOMAIN: 'shop.example',
      ACME_DIRECTORY: acme.directory,
      SSL_CERT_FILE: '/storage/acme.pem',
    });
    await expect
      .poll(() => certificateAt(ports.https, 'shop.example').catch(() => null))
      .toMatchObject({
        subjectaltname: 'DNS:shop.example',
        issuer: { CN: expect.stringContaining('Pebble') },
      });
    const plain = await fetch(container.url, {
      headers: { host: 'shop.example' },
      redirect: 'manual',
    });
    expect(plain.status).toBe(308);
    await container.stop();
  });
});
