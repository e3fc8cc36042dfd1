import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as hashing from '#backend/accounts/password-hash.ts';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { apiError } from '#contract/errors.ts';
import { listen } from '#process/listen.ts';
import { FROM_NETWORKS, from, PASSWORD, signUp } from '../accounts/account.harness.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

// Counts the hashes, which are otherwise unchanged.
// An earlier file of this worker may have loaded the sources without the spy.
vi.hoisted(() => vi.resetModules());
vi.mock(import('#backend/accounts/password-hash.ts'), { spy: true });

let shop: TestShop;
const owner = 'ada@example.com';
beforeAll(async () => {
  shop = await openShop({ settings: FROM_NETWORKS });
  await signUp(shop, owner);
});
afterAll(() => shop?.close());

const login = (email: string, password: string, network: string) =>
  shop.post('/api/auth/login', { email, password }, from(network));

test('400 logins at once from one network leave room for a customer of another network', async () => {
  vi.mocked(hashing.verifyPassword).mockClear();
  let answered = 0;
  const flood = Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const answer = await login(`stranger${n}@example.com`, 'Guess-12345', '41.58.0.9');
      if (answer.status === 401) answered += 1;
      return answer;
    }),
  );
  const hers = await login(owner, PASSWORD, '105.112.0.1');
  expect(hers.status).toBe(200);
  const refused = (await flood).filter(({ status }) => status === 503);
  expect([answered, refused.length]).toEqual([12, 388]);
  for (const { body, headers } of refused) {
    expect(apiError.parse(body)).toMatchObject({ code: 'unavailable', retryAfter: 2 });
    expect(headers.get('retry-after')).toBe('2');
  }
  // A refused login is not a try: the limits have room for the next one.
  expect(hashing.verifyPassword).toHaveBeenCalledTimes(13);
});

test('a process hashes for at most 48 logins at once from many networks', async () => {
  const flood = Array.from({ length: 400 }, (_, n) =>
    login(`guest${n}@example.com`, 'Guess-12345', `102.89.${n >> 8}.${n & 255}`),
  );
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(48);
  expect(statuses.filter((status) => status === 503)).toHaveLength(352);
  expect((await login(owner, PASSWORD, '105.112.0.1')).status).toBe(200);
});

test('clients that have disconnected leave the queue and free their places', async () => {
  const port = await freePort();
  onTestFinished(await listen(shop.app.fetch, port, 'PORT'));
  const gone = new AbortController();
  const { mock } = vi.mocked(hashing.verifyPassword).mockClear();
  const logins = Array.from({ length: 12 }, (_, n) =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      signal: gone.signal,
      body: JSON.stringify({ email: `leaver${n}@example.com`, password: 'Guess-12345' }),
      headers: { 'content-type': 'application/json', ...from('41.58.0.10') },
      // It rejects when its client leaves, which this test does.
    }).catch(() => null),
  );
  // All of them wait for their hashes, and two of those run.
  await vi.waitFor(() => expect(mock.calls).toHaveLength(12), { interval: 1 });
  gone.abort();
  await Promise.all(logins);
  const ended = () => mock.settledResults.filter(({ type }) => type !== 'incomplete');
  await vi.waitFor(() => expect(ended()).toHaveLength(12), 10_000);
  const left = ended().filter(({ value }) => value instanceof hashing.ClientGone);
  expect(left.length).toBeGreaterThan(0);
  expect(shop.log).toEqual([]);
  const next = Array.from({ length: 12 }, (_, n) =>
    login(`next${n}@example.com`, 'Guess-12345', '41.58.0.10'),
  );
  expect(new Set((await Promise.all(next)).map(({ status }) => status))).toEqual(new Set([401]));
});
