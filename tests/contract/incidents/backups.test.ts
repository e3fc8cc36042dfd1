import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupTargets, newestBackup } from '#backend/backup/newest-tables.ts';
import { lookForIncidents } from '#backend/incidents/watch.ts';
import { emails } from '#backend/mail/tables.ts';
import { readShopState } from '#backend/metrics/shop-state.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';

/** A shop that a timer backed up, but no longer does: metrics, Today and one email say so. */

let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
beforeAll(async () => {
  shop = await openOrdersOffice();
});
afterAll(() => shop.close());

const settings = {
  ALERT_MINUTES: 15,
  DATA_DIR: '/nowhere',
  ADMIN: 'off' as const,
  PUBLIC_API_URL: '',
  MERCHANT_EMAIL: 'merchant@example.com',
};
/** Makes the newest backup this many hours old. */
const backedUp = (hours: number) => {
  const at = sql`now() - ${hours}::int * interval '1 hour'`;
  return shop.services.db
    .insert(newestBackup)
    .values({ at })
    .onConflictDoUpdate({ target: newestBackup.id, set: { at } });
};
/** Returns what is reported after three processes have looked twice. */
async function told() {
  const { db } = shop.services;
  const look = () => lookForIncidents({ db, settings, publisher: null, log: () => {} });
  for (let time = 0; time < 2; time++) await Promise.all([look(), look(), look()]);
  const written = await db
    .select()
    .from(emails)
    .where(like(emails.id, 'incident-%'))
    .orderBy(emails.createdAt);
  const { backupAge } = await readShopState(db, []);
  const owner = await shop.signIn('owner');
  return {
    subjects: written.map(({ subject }) => subject),
    text: written.at(-1)?.text ?? '',
    hours: backupAge === undefined ? undefined : Math.round(backupAge / 3600),
    today: /\d+ days without a backup/.exec((await owner.open('/admin')).text)?.[0],
  };
}
const BEGAN = 'The backups need you';
const ENDED = 'The backups are in order again';

test('no incident is reported for a shop without timed backups', async () => {
  expect(await told()).toMatchObject({ subjects: [], hours: undefined, today: undefined });
});

test('one email when the newest is older than two days, and one when there is a new one', async () => {
  await backedUp(47);
  expect(await told()).toMatchObject({ subjects: [], hours: 47, today: undefined });
  await backedUp(75);
  const late = await told();
  expect(late).toMatchObject({ subjects: [BEGAN], hours: 75, today: '3 days without a backup' });
  expect(late.text).toContain(
    'The newest backup that is in every place where backups go is 3 days old.',
  );
  await backedUp(1);
  expect(await told()).toMatchObject({ subjects: [BEGAN, ENDED], hours: 1, today: undefined });
});

test('a damaged one is reported at once, and counted until it is gone', async () => {
  const { db } = shop.services;
  const names = ['shop-2026-11-01T0300.tar.gz'];
  await backedUp(1);
  await db.insert(backupTargets).values({ kind: 'folder', damaged: names });
  expect((await told()).subjects.at(-1)).toBe(BEGAN);
  expect((await told()).text).toContain(`1 backup cannot be restored: ${names[0]}.`);
  expect(await readShopState(db, [])).toMatchObject({ backupsDamaged: 1 });
  const owner = await shop.signIn('owner');
  expect((await owner.open('/admin')).text).toContain('1 backups that are damaged');
  await db.update(backupTargets).set({ damaged: [] });
  expect((await told()).subjects.at(-1)).toBe(ENDED);
});
