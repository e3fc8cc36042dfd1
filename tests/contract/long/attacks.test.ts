import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as hashing from '#backend/accounts/password-hash.ts';
import { type Backend, createBackend } from '#backend/backend.ts';
import { readSettings } from '#backend/settings/settings.ts';
import {
  FROM_NETWORKS,
  from,
  lastCode,
  PASSWORD,
  pass,
  signUp,
  wrong,
} from '../accounts/account.harness.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

// Counts the hashes, which are otherwise unchanged. An earlier file of this worker may have loaded the sources without
// the spy.
vi.hoisted(() => vi.resetModules());
vi.mock(import('#backend/accounts/password-hash.ts'), { spy: true });

let shop: TestShop;
let second: Backend;
let email: string;
let people = 0;
beforeAll(async () => {
  shop = await openShop({ settings: FROM_NETWORKS });
  // Another process of the API, which shares only the database.
  second = await createBackend(
    readSettings({ DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir, ...FROM_NETWORKS }),
    { providers: [createFakePaystack()] },
  );
});
beforeEach(() => {
  people += 1;
  email = `victim${people}@example.com`;
  vi.mocked(hashing.verifyPassword).mockClear();
  vi.mocked(hashing.hashPassword).mockClear();
});
afterAll(async () => {
  await second?.close();
  await shop?.close();
});

const verified = () => vi.mocked(hashing.verifyPassword).mock.calls.length;
const hashed = () => vi.mocked(hashing.hashPassword).mock.calls.length;
/** Returns a phone network's address, different for each n. */
const network = (n: number) => from(`102.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`);

/** Sends a request to one of the two processes and returns its status. */
async function ask(n: number, path: string, body: object): Promise<number> {
  const answer = await (n % 2 ? shop : second).app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...network(n) },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Sends `count` requests, forty at a time, and counts the answers by status. */
async function flood(
  count: number,
  path: string,
  body: (n: number) => object,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const attacker = async () => {
    for (let n = next++; n < count; n = next++) {
      const status = await ask(n, path, body(n));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 40 }, attacker));
  return statuses;
}

const register = (password: string, where: Record<string, string>, fullName = 'Vera Victim') =>
  shop.post('/api/auth/register', { fullName, email, password }, where);
const login = (password: string) => shop.post('/api/auth/login', { email, password }, network(1));
const VICTIM = from('105.112.0.1');
const ATTACKER = from('41.58.0.9');

describe('guessing', () => {
  test('of 10,000 guesses of a sign-up code from many addresses at most 5 count and none passes', async () => {
    await register(PASSWORD, VICTIM);
    const code = await lastCode(shop, email);
    vi.mocked(hashing.verifyPassword).mockClear();
    // The right code is among them, after the first five.
    const statuses = await flood(10_000, '/api/auth/verify-otp', (n) => ({
      email,
      otp: n < 100 ? wrong(code) : code,
    }));
    expect(Object.keys(statuses)).not.toContain('200');
    expect(verified()).toBe(5);
    const { rows } = await shop.services.db.execute(
      sql`select from accounts where email = ${email}`,
    );
    expect(rows).toHaveLength(0);
  }, 300_000);

  test('the same holds for a reset code', async () => {
    await signUp(shop, email);
    await shop.post('/api/auth/forgot-password', { email }, VICTIM);
    const code = await lastCode(shop, email);
    vi.mocked(hashing.verifyPassword).mockClear();
    const statuses = await flood(500, '/api/auth/verify-password-otp', (n) => ({
      email,
      otp: n < 100 ? wrong(code) : code,
    }));
    expect(Object.keys(statuses)).not.toContain('200');
    expect(verified()).toBe(5);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  test('new codes do not give new guesses without end: ten a day count', async () => {
    await register(PASSWORD, VICTIM);
    vi.mocked(hashing.verifyPassword).mockClear();
    for (let round = 0; round < 4; round++) {
      const code = await lastCode(shop, email);
      await flood(20, '/api/auth/verify-otp', () => ({ email, otp: wrong(code) }));
      await pass(shop, 0.51);
      await shop.post('/api/auth/resend-otp', { email, purpose: 'verify_email' }, VICTIM);
    }
    expect(verified()).toBeLessThanOrEqual(10);
  });

  test('login guesses are slowed: 6 in ten minutes from one address, one each from many', async () => {
    await signUp(shop, email);
    vi.mocked(hashing.verifyPassword).mockClear();
    const body = { email, password: 'Guess-12345' };
    const fromOne = await Promise.all(
      Array.from({ length: 10 }, () => shop.post('/api/auth/login', body, ATTACKER)),
    );
    expect(fromOne.filter(({ status }) => status === 401)).toHaveLength(6);
    // 120 addresses guess twice each.
    expect(await flood(120, '/api/auth/login', () => body)).toEqual({ 401: 120 });
    expect(await flood(120, '/api/auth/login', () => body)).toEqual({ 429: 120 });
    expect(verified()).toBe(126);
    expect((await login(PASSWORD)).status).toBe(429);
    const elsewhere = await shop.post('/api/auth/login', { email, password: PASSWORD }, VICTIM);
    expect(elsewhere.status).toBe(200);
    await pass(shop, 61);
    expect((await login(PASSWORD)).status).toBe(200);
  });

  test('an unknown address is slowed in the same way', async () => {
    const body = { email, password: 'Guess-12345' };
    expect(await flood(120, '/api/auth/login', () => body)).toEqual({ 401: 120 });
    expect(await flood(120, '/api/auth/login', () => body)).toEqual({ 429: 120 });
  });

  test('the password asked for again before deletion cannot be guessed either', async () => {
    const { auth } = await signUp(shop, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        shop.post('/api/account/delete', { password: `Guess-${n}` }, { ...auth, ...ATTACKER }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6);
  });

  test('two processes share cooldown, tries and limits', async () => {
    await register(PASSWORD, VICTIM);
    const resend = { email, purpose: 'verify_email' };
    expect([
      await ask(0, '/api/auth/resend-otp', resend),
      await ask(1, '/api/auth/resend-otp', resend),
    ]).toEqual([429, 429]);
    await pass(shop, 0.51);
    const both = await Promise.all([0, 1].map((n) => ask(n, '/api/auth/resend-otp', resend)));
    expect(both.sort()).toEqual([200, 429]);
    const code = await lastCode(shop, email);
    vi.mocked(hashing.verifyPassword).mockClear();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        ask(n + 10, '/api/auth/verify-otp', { email, otp: wrong(code) }),
      ),
    );
    expect(verified()).toBe(5);
    expect(await ask(11, '/api/auth/verify-otp', { email, otp: code })).toBe(400);
  });

  test('a session of one process is valid in the other, and ends in both', async () => {
    const { auth } = await signUp(shop, email);
    const there = async () =>
      (await second.app.request('/api/auth/profile', { headers: auth })).status;
    expect(await there()).toBe(200);
    await shop.post('/api/auth/logout', undefined, auth);
    expect(await there()).toBe(401);
  });
});

describe('whether an address is known cannot be told', () => {
  /** Returns the work of a request: hashes, and rows of every table that it writes. */
  async function work(request: () => Promise<{ status: number; body: object }>) {
    const { db } = shop.services;
    const rows = async () => {
      const { rows } = await db.execute<Record<string, number>>(sql`select
        (select count(*)::int from email_codes) as codes,
        (select count(*)::int from emails) as mails,
        (select sum(count)::int from rate_limits) as limits,
        (select count(*)::int from sessions) as sessions`);
      return rows[0] ?? {};
    };
    const before = await rows();
    const hashes = [hashed(), verified()];
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await request();
    const queries = statements.mock.calls.length;
    statements.mockRestore();
    const after = await rows();
    return {
      status: answer.status,
      answer: JSON.stringify(answer.body)
        .replaceAll(/(victim|stranger)\d+@/g, '@')
        .replace(/"attempt":"[\w-]{43}"/, '"attempt"'),
      hashes: [hashed() - (hashes[0] ?? 0), verified() - (hashes[1] ?? 0)],
      queries,
      rows: Object.fromEntries(
        Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
      ),
    };
  }

  /** Removes the limits, as the sweeper does. */
  const forget = () => shop.services.db.execute(sql`delete from rate_limits`);

  const calls = {
    register: (address: string) =>
      shop.post(
        '/api/auth/register',
        { fullName: 'Some One', email: address, password: PASSWORD },
        ATTACKER,
      ),
    'resend of a sign-up code': (address: string) =>
      shop.post('/api/auth/resend-otp', { email: address, purpose: 'verify_email' }, ATTACKER),
    'resend of a reset code': (address: string) =>
      shop.post('/api/auth/resend-otp', { email: address, purpose: 'reset_password' }, ATTACKER),
    'forgot-password': (address: string) =>
      shop.post('/api/auth/forgot-password', { email: address }, ATTACKER),
    login: (address: string) =>
      shop.post('/api/auth/login', { email: address, password: 'Guess-12345' }, ATTACKER),
    'verify-otp': (address: string) =>
      shop.post('/api/auth/verify-otp', { email: address, otp: '000000' }, ATTACKER),
    'verify-password-otp': (address: string) =>
      shop.post('/api/auth/verify-password-otp', { email: address, otp: '000000' }, ATTACKER),
  };

  test.each(Object.entries(calls))(
    'by %s: same answer, hashes, queue and limits',
    async (_, call) => {
      await signUp(shop, email);
      await forget();
      const known = await work(() => call(email));
      const unknown = await work(() => call(`stranger${people}@example.com`));
      expect(known).toEqual(unknown);
    },
  );

  test('a code guessed after register or forgot-password gets the same answer', async () => {
    await signUp(shop, email);
    const guesses = async (address: string) => {
      await forget();
      await calls.register(address);
      await calls['forgot-password'](address);
      return [
        await work(() => calls['verify-otp'](address)),
        await work(() => calls['verify-password-otp'](address)),
      ];
    };
    expect(await guesses(email)).toEqual(await guesses(`stranger${people}@example.com`));
  });
});
