import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import {
  publishNow,
  resume,
  rollBack,
  showPublications,
} from '#backend/publishing/publications.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { listen } from '#process/listen.ts';
import { publisherApp } from '#publisher/app.ts';
import { Follower } from '#publisher/follower.ts';
import { Publisher } from '#publisher/publisher.ts';
import { foldersOf, liveRelease } from '#publisher/release/folders.ts';
import { changeStatus, readStatus } from '#publisher/status.ts';
import { type OfficeShop, openOffice, type Person } from './office.harness.ts';

/** The pages of publications, with our publisher on another port. Its builds are tested elsewhere. */
const SECRET = 'a secret of thirty-two characters';
const AT = '2026-11-20T09:00:00.000Z';

let shop: OfficeShop;
let owner: Person;
let folder: string;
let follower: Follower;
let url: string;
let close: () => Promise<void>;
const folders = () => foldersOf(folder);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-publications-'));
  for (const name of ['000006', '000007', '000008']) await release(name);
  await symlink('releases/000008', folders().live);
  const port = await freePort();
  url = `http://127.0.0.1:${port}/publish`;
  const settings = { API_URL: 'http://127.0.0.1:9', SITE_URL: 'https://shop.example' };
  const publisher = new Publisher({ folder, settings });
  publisher.publish = async () => ({}) as Awaited<ReturnType<Publisher['publish']>>;
  follower = new Follower(publisher, () => {}, { ahead: false });
  const app = publisherApp({ secret: SECRET, folders: folders(), follower });
  close = await listen(app.fetch, port, 'PORT');
  shop = await openOffice({ settings: { PUBLISHER_URL: url, PUBLISHER_SECRET: SECRET } });
  owner = await shop.signIn('owner', 'Ada');
});
afterAll(async () => {
  await shop.close();
  await close();
  await follower.close();
  await rm(folder, { recursive: true, force: true });
});

async function release(name: string): Promise<void> {
  await mkdir(join(folders().releases, name), { recursive: true });
  await mkdir(join(folders().states, name), { recursive: true });
  const facts = { name, madeAt: AT, products: 300, version: name, settings: {}, fingerprint: '' };
  await writeFile(join(folders().states, name, 'release.json'), JSON.stringify(facts));
}

const PAGE = '/admin/publications';
const live = () => liveRelease(folders());
const recorded = async (action: 'site.rollback' | 'site.resume') =>
  shop.services.db.$count(staffActions, eq(staffActions.action, action));

test('an owner shows an earlier release again, and publishes again', async () => {
  const page = await owner.open(PAGE);
  expect(page.text).toContain('Live Version 8');
  expect(page.html).toContain(`href="${PAGE}/releases/000007"`);
  expect(page.html).not.toContain(`href="${PAGE}/releases/000008"`);
  const asked = `${PAGE}/releases/000007`;
  const shown = await owner.submit(asked, asked);
  expect(shown.text).toContain('Version 7 was asked for.');
  expect(shown.text).toContain('Nothing has been published since');
  expect(shown.text).toMatch(/Version 7 was shown again/);
  expect(await live()).toBe('000007');
  expect((await readStatus(folders())).heldSince).not.toBeNull();
  const resumed = await owner.submit(PAGE, `${PAGE}/resume`);
  expect(resumed.text).toContain('Changes are published again.');
  expect((await readStatus(folders())).heldSince).toBeNull();
  expect([await recorded('site.rollback'), await recorded('site.resume')]).toEqual([1, 1]);
});

test('the second person who resumes is informed, and nothing is done twice', async () => {
  await changeStatus(folders(), () => ({ heldSince: AT }));
  const late = (await owner.open(PAGE)).forms.find(({ action }) => action === `${PAGE}/resume`);
  if (!late) expect.fail('no form');
  await owner.submit(PAGE, `${PAGE}/resume`);
  const refused = await owner.send(late);
  expect(refused.text).toContain('Nothing is held: changes are published already.');
});

test('a person who wants an earlier release is informed if somebody else has shown one', async () => {
  const asked = `${PAGE}/releases/000006`;
  const [late] = (await owner.open(asked)).forms;
  if (!late) expect.fail('no form');
  await owner.submit(`${PAGE}/releases/000008`, `${PAGE}/releases/000008`);
  const before = await recorded('site.rollback');
  const refused = await owner.send(late);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Version 8 of the site is live now, and not 7');
  expect(await live()).toBe('000008');
  expect(await recorded('site.rollback')).toBe(before);
});

test('a running publication comes first: the request waits on disk', async () => {
  const request = { id: 'w', release: '000006', at: AT, doneAt: null, fault: null };
  await changeStatus(folders(), () => ({ request }));
  expect((await owner.open(PAGE)).text).toContain('Version 6 was asked for');
  // As a publisher that starts again.
  follower.look();
  await expect.poll(live).toBe('000006');
});

test('the last failure is shown with its reason, and Today puts it first', async () => {
  const failed = { at: AT, seconds: 3, outcome: 'failed', reason: '/a has no picture' } as const;
  await changeStatus(folders(), () => ({
    heldSince: null,
    publications: [failed],
    lastFailure: failed,
    failures: 1,
  }));
  expect((await owner.open(PAGE)).text).toContain('The last update failed.');
  expect((await owner.open(PAGE)).text).toContain('/a has no picture');
  expect((await owner.open('/admin')).text).toContain(
    'Needs attention Shoppers do not see the latest changes: their pages could not be built. See why',
  );
});

const others = (settings: { PUBLISHER_URL?: string; PUBLISHER_SECRET?: string }) =>
  publisherOf(
    { ...settings, PUBLISHER_TOKEN: undefined } as Parameters<typeof publisherOf>[0],
    500,
  );
const ADA = { name: 'Ada', role: 'owner' } as const;
const WANTED = { release: '000006', live: '000008' };

test('an absent publisher, a foreign one and one that refuses our secret are distinguished', async () => {
  const away = others({ PUBLISHER_URL: 'http://127.0.0.1:9/publish', PUBLISHER_SECRET: SECRET });
  const told = await showPublications(shop.services.db, away, ADA);
  expect(told.ok && told.value.publisher).toMatchObject({
    kind: 'away',
    reason: expect.stringContaining('could not be reached'),
  });
  expect(await rollBack(shop.services.db, away, ADA, WANTED)).toMatchObject({
    refusal: { code: 'unavailable' },
  });
  const stranger = others({ PUBLISHER_URL: url, PUBLISHER_SECRET: `${SECRET}!` });
  expect(await rollBack(shop.services.db, stranger, ADA, WANTED)).toMatchObject({
    refusal: { code: 'unavailable', message: expect.stringContaining('answered 401') },
  });
  const hook = others({ PUBLISHER_URL: 'https://host.example/hooks/1' });
  const foreign = await showPublications(shop.services.db, hook, ADA);
  expect(foreign.ok && foreign.value.publisher.kind).toBe('foreign');
  expect(await rollBack(shop.services.db, hook, ADA, WANTED)).toMatchObject({
    refusal: { message: expect.stringContaining('only takes messages') },
  });
  const none = await showPublications(shop.services.db, others({}), ADA);
  expect(none.ok && none.value.publisher.kind).toBe('none');
});

test('a packer neither sees nor decides what is published', async () => {
  const packer = await shop.signIn('packer');
  expect((await packer.open(PAGE)).status).toBe(403);
  const { db } = shop.services;
  for (const refused of [
    await showPublications(db, null, packer),
    await rollBack(db, null, packer, WANTED),
    await resume(db, null, packer, AT),
    await publishNow(db, null, packer),
  ]) {
    expect(refused).toMatchObject({ refusal: { code: 'forbidden' } });
  }
});
