import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readLiveState } from '#backend/products/edit/live-state.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';
import type { PublishStatus } from '#contract/publishing.ts';
import { openShop, type TestShop } from '../../shop.harness.ts';

/** The message after a change: whether shoppers see it yet. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(publisherNotices);
});

const CALM: PublishStatus = { waitingSince: null, failures: 0, reason: null, held: false };
const publisher = (ask?: () => Promise<PublishStatus | undefined>): Publisher => ({
  address: 'a',
  host: 'builds.example',
  tell: async () => {},
  ...(ask ? { ask } : {}),
});
/** Marks every change as sent to the publisher, except the newest `behind`. */
async function told(behind = 0, lastError: string | null = null) {
  const { version } = (await shop.get('/api/catalogue/version')).body;
  const told = behind ? 'an earlier one' : String(version);
  const row = { address: 'a', host: 'builds.example', told, lastError };
  await shop.services.db.insert(publisherNotices).values(row);
}
const news = (status: PublishStatus | undefined) =>
  readLiveState(
    shop.services.db,
    publisher(async () => status),
  );
const waitingSince = new Date().toISOString();

test.each([
  [CALM, { state: 'out' }],
  [{ ...CALM, waitingSince }, { state: 'coming' }],
  [
    { ...CALM, waitingSince, failures: 2, reason: 'No room.' },
    { state: 'failing', reason: 'No room.' },
  ],
  [{ ...CALM, held: true }, { state: 'held' }],
  [undefined, { state: 'unknown' }],
])('a publisher that was notified and says %j', async (status, expected) => {
  await told();
  expect(await news(status)).toEqual(expected);
});

test('a publisher that was not notified yet, or is out of reach', async () => {
  await told(1);
  expect(await news(CALM)).toEqual({ state: 'coming' });
  await shop.services.db.update(publisherNotices).set({ lastError: 'It answered 401.' });
  expect(await news(CALM)).toEqual({ state: 'failing', reason: 'It answered 401.' });
});

test('nobody waits for a publisher that is silent, foreign or absent', async () => {
  await told();
  const { db } = shop.services;
  const silent = publisher(() => new Promise(() => {}));
  for (const one of [silent, publisher(), null]) {
    expect(await readLiveState(db, one)).toEqual({ state: 'unknown' });
  }
});
