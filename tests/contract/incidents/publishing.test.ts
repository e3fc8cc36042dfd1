import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { lookForIncidents } from '#backend/incidents/watch.ts';
import { emails } from '#backend/mail/tables.ts';
import { notifyPublisher } from '#backend/publishing/notices.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { listen } from '#process/listen.ts';
import { publisherApp } from '#publisher/app.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { changeStatus, type Publication } from '#publisher/status.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** Publishing has stopped: the merchant gets one email when it begins, and one when it is over. */

const MERCHANT = 'merchant@example.com';
const SECRET = 'a secret of thirty-two characters';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let shop: TestShop;
let folder: string;
let url: string;
let close: (() => Promise<void>) | undefined;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })] });
  folder = await mkdtemp(join(tmpdir(), 'turare-incidents-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}/publish`;
  const app = publisherApp({
    secret: SECRET,
    folders: folders(),
    follower: {
      take: async () => {},
      rollBack: async () => ({ obeyed: Promise.resolve() }),
      resume: async () => {},
    },
  });
  close = await listen(app.fetch, port, 'PORT');
});
afterAll(async () => {
  await close?.();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
const folders = () => foldersOf(folder);

async function look(address = url): Promise<void> {
  const { db } = shop.services;
  const publisher = publisherOf({
    PUBLISHER_URL: address,
    PUBLISHER_SECRET: SECRET,
    PUBLISHER_TOKEN: undefined,
  });
  if (!publisher) throw new Error('The settings have a publisher');
  await notifyPublisher(db, publisher, AbortSignal.timeout(5000));
  const settings = {
    ALERT_MINUTES: 15,
    DATA_DIR: '/nowhere',
    ADMIN: 'off' as const,
    PUBLIC_API_URL: '',
    MERCHANT_EMAIL: MERCHANT,
  };
  await lookForIncidents({ db, settings, publisher, log: (entry) => shop.log.push(entry) });
}

const texts = async () =>
  (
    await shop.services.db
      .select({ subject: emails.subject, text: emails.text })
      .from(emails)
      .where(like(emails.id, 'incident-%'))
      .orderBy(emails.createdAt)
  ).map(({ subject, text }) => `${subject}\n${text}`);
const BEGAN = 'The site does not follow the catalogue\n';
const ENDED = 'The site follows the catalogue again\n';

const publication = (outcome: Publication['outcome']): Publication => ({
  at: minutesAgo(1),
  seconds: 1,
  outcome,
  ...(outcome === 'failed' && { reason: 'The product oud has no page.\nand more' }),
});

test('only somebody with the secret learns the publisher’s state', async () => {
  const ask = (authorization: string) => fetch(`${url}/status`, { headers: { authorization } });
  expect((await ask(`Bearer ${SECRET}`)).status).toBe(200);
  expect((await ask('Bearer somebody else')).status).toBe(401);
  expect((await fetch(`${url}/status`)).status).toBe(401);
});

test('a build that fails once is tried again; one that fails three times is an incident until one succeeds', async () => {
  await look();
  const set = (...outcomes: Publication['outcome'][]) =>
    changeStatus(folders(), () => ({
      wanted: outcomes[0] === 'failed' ? { version: '1', at: minutesAgo(2) } : null,
      publications: outcomes.map(publication),
    }));
  await set('failed', 'published');
  await look();
  expect(await texts()).toEqual([]);
  await set('failed', 'failed', 'failed', 'published');
  await look();
  await look();
  const [began, ...more] = await texts();
  expect(more).toEqual([]);
  expect(began).toContain(BEGAN);
  expect(began).toContain('What is known: The product oud has no page.\n');
  await set('published', 'failed', 'failed', 'failed');
  await look();
  await look();
  expect((await texts()).map((text) => text.split('\n', 1)[0])).toEqual([
    BEGAN.trim(),
    ENDED.trim(),
  ]);
});

test('a change that is not live after 15 minutes is an incident, unless the merchant has rolled back', async () => {
  const before = (await texts()).length;
  await changeStatus(folders(), () => ({
    wanted: { version: '1', at: minutesAgo(16) },
    heldSince: minutesAgo(20),
  }));
  await look();
  expect((await texts()).length).toBe(before);
  await changeStatus(folders(), () => ({ heldSince: null }));
  await look();
  expect((await texts()).at(-1)).toContain('The publisher has not built the change yet.');
  await changeStatus(folders(), () => ({ wanted: null }));
  await look();
  expect((await texts()).length).toBe(before + 2);
});

test('a publisher that cannot be notified for 15 minutes is an incident', async () => {
  const before = (await texts()).length;
  const away = `http://127.0.0.1:${await freePort()}/publish`;
  await look(away);
  expect((await texts()).length).toBe(before);
  await shop.services.db.execute("update catalogue_changes set at = now() - interval '16 minutes'");
  await look(away);
  expect((await texts()).at(-1)).toMatch(/could not be reached: ECONNREFUSED/);
  await look();
  expect((await texts()).at(-1)).toContain(ENDED);
});
