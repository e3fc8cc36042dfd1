import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import {
  FROM_NETWORKS,
  from,
  lastCode,
  PASSWORD,
  pass,
  signUp,
  wrong,
} from '../accounts/account.harness.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

let shop: TestShop;
/** A shop that sees no network addresses. */
let blind: TestShop;
let email: string;
let people = 0;
beforeAll(async () => {
  shop = await openShop({ settings: FROM_NETWORKS });
  blind = await openShop();
});
beforeEach(() => {
  people += 1;
  email = `owner${people}@example.com`;
});
afterAll(async () => {
  await shop?.close();
  await blind?.close();
});

const OWNER = from('105.112.0.1');
const ATTACKER = from('41.58.0.9');
const ATTACKERS_PASSWORD = 'Attacker-1';
/** Returns one of many networks of strangers. */
const stranger = (n: number) => from(`102.89.${n >> 8}.${n & 255}`);

const register = (where: object, change: object = {}, at = shop) =>
  at.post(
    '/api/auth/register',
    { fullName: 'Ada Obi', email, password: PASSWORD, ...change },
    { ...where },
  );
const verify = (otp: string, where: object, change: object = {}, at = shop) =>
  at.post('/api/auth/verify-otp', { email, otp, ...change }, { ...where });
const verifyReset = (otp: string, where: object) =>
  shop.post('/api/auth/verify-password-otp', { email, otp }, { ...where });
const forgot = (where: object) => shop.post('/api/auth/forgot-password', { email }, { ...where });
const login = (password: string, where: object = {}, at = shop) =>
  at.post('/api/auth/login', { email, password }, { ...where });
const statuses = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
/** Counts the emails to the owner. */
async function emails(at = shop): Promise<number> {
  const { rows } = await at.services.db.execute<{ n: number }>(
    sql`select count(*)::int as n from emails where recipient = ${email}`,
  );
  return rows[0]?.n ?? 0;
}

describe('codes', () => {
  test('guesses without a pending code use up nothing', async () => {
    for (let n = 0; n < 12; n++) {
      expect((await verify('123456', ATTACKER)).status).toBe(400);
      expect((await verifyReset('123456', ATTACKER)).status).toBe(400);
    }
    await register({});
    expect((await verify(await lastCode(shop, email), {})).status).toBe(200);
    await forgot({});
    expect((await verifyReset(await lastCode(shop, email), {})).status).toBe(200);
  });

  test('strangers who guess her code leave her enough tries', async () => {
    await register(OWNER);
    const code = await lastCode(shop, email);
    for (let n = 0; n < 12; n++) await verify(wrong(code), stranger(n));
    expect((await verify(wrong(code), OWNER)).status).toBe(400);
    expect((await verify(code, OWNER)).status).toBe(200);
    await forgot(OWNER);
    const reset = await lastCode(shop, email);
    for (let n = 0; n < 12; n++) await verifyReset(wrong(reset), stranger(n));
    expect((await verifyReset(reset, OWNER)).status).toBe(200);
  });

  test('her browser’s secret proves who she is, on any network', async () => {
    const { attempt } = (await register({}, {}, blind)).body;
    const code = await lastCode(blind, email);
    for (let n = 0; n < 12; n++) await verify(wrong(code), {}, {}, blind);
    expect((await verify(code, {}, {}, blind)).status).toBe(400);
    expect((await verify(code, {}, { attempt }, blind)).status).toBe(200);
  });

  test('who asks for codes to guess at them has ten tries a day', async () => {
    await signUp(shop, email);
    const answers = [];
    for (let round = 0; round < 4; round++) {
      await forgot(ATTACKER);
      const code = await lastCode(shop, email);
      for (let n = 0; n < 5; n++) answers.push(await verifyReset(wrong(code), ATTACKER));
      await pass(shop, 0.51);
    }
    expect(statuses(answers)).toEqual({ 400: 10, 429: 10 });
    await forgot(OWNER);
    expect((await verifyReset(await lastCode(shop, email), OWNER)).status).toBe(200);
  });

  test('a neighbour behind the same address who has guessed too often does not block her', async () => {
    const SHARED = from('105.112.0.2');
    await register(SHARED);
    const code = await lastCode(shop, email);
    for (let n = 0; n < 21; n++) {
      const other = { email: `neighbour${n}@example.com` };
      await register(stranger(n), other);
      for (let m = 0; m < 5; m++) await verify('000000', SHARED, other);
    }
    expect((await verify('000000', SHARED, { email: 'neighbour20@example.com' })).status).toBe(429);
    expect((await verify(code, SHARED)).status).toBe(200);
    await forgot(SHARED);
    const { otp } = (await verifyReset(await lastCode(shop, email), SHARED)).body;
    const set = { email, otp, newPassword: 'Amber-night2' };
    expect((await shop.post('/api/auth/reset-password', set, SHARED)).status).toBe(200);
  });
});

describe('logins', () => {
  test('wrong passwords from elsewhere never refuse the right one', async () => {
    await signUp(shop, email);
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        Array.from({ length: 4 }, () => login('Guess-12345', stranger(n))),
      ).flat(),
    );
    expect(statuses(guesses)).toEqual({ 401: 40 });
    expect((await login(PASSWORD, OWNER)).status).toBe(200);
  });

  test('the more wrong passwords an account gets, the fewer tries each network has', async () => {
    await signUp(shop, email);
    const guess = async (n: number, times: number) => {
      const answers = [];
      for (let m = 0; m < times; m++) answers.push(await login('Guess-12345', stranger(n)));
      return statuses(answers);
    };
    for (let n = 0; n < 5; n++) expect(await guess(n, 8)).toEqual({ 401: 6, 429: 2 });
    for (let n = 5; n < 40; n++) expect(await guess(n, 4)).toEqual({ 401: 2, 429: 2 });
    expect(await guess(40, 4)).toEqual({ 401: 1, 429: 3 });
    // Her first try is the right one.
    expect((await login(PASSWORD, OWNER)).status).toBe(200);
    await pass(shop, 61);
    expect(await guess(41, 8)).toEqual({ 401: 6, 429: 2 });
  });
});

describe('emails with codes', () => {
  test('a stranger who requests many does not use up hers', async () => {
    await signUp(shop, email);
    const asked = [];
    for (let n = 0; n < 8; n++) {
      await pass(shop, 0.51);
      asked.push(await forgot(ATTACKER));
    }
    expect(statuses(asked)).toEqual({ 200: 6, 429: 2 });
    const before = await emails();
    // His last one was refused, so it does not make her wait either.
    expect((await forgot(OWNER)).status).toBe(200);
    expect(await emails()).toBe(before + 1);
    expect((await verifyReset(await lastCode(shop, email), OWNER)).status).toBe(200);
  });

  test.each(['known', 'unknown'])(
    'ten presses of ‘register’ send one email in 30 seconds: %s address',
    async (which) => {
      if (which === 'known') await signUp(blind, email);
      const before = await emails(blind);
      const presses = await Promise.all(Array.from({ length: 10 }, () => register({}, {}, blind)));
      expect(statuses(presses)).toEqual({ 200: 10 });
      expect(await emails(blind)).toBe(before + 1);
      expect((await register({}, {}, blind)).status).toBe(200);
      expect(await emails(blind)).toBe(before + 1);
      await pass(blind, 0.51);
      await register({}, {}, blind);
      expect(await emails(blind)).toBe(before + 2);
    },
  );

  test('somebody who presses twice, or corrects herself, is verified by the code that she has', async () => {
    await Promise.all(Array.from({ length: 4 }, () => register({}, {}, blind)));
    expect((await verify(await lastCode(blind, email), {}, {}, blind)).status).toBe(200);
    expect((await login(PASSWORD, {}, blind)).status).toBe(200);
    email = `corrected-${email}`;
    await register({}, { fullName: 'Ada Ob' }, blind);
    const { attempt } = (
      await register({}, { fullName: 'Ada Obi', password: 'Amber-night2' }, blind)
    ).body;
    const code = await lastCode(blind, email);
    const { body } = await verify(code, {}, { attempt }, blind);
    expect(body.user.fullName).toBe('Ada Obi');
    expect((await login('Amber-night2', {}, blind)).status).toBe(200);
  });

  test('a stranger’s request just before her registration does not suppress her code', async () => {
    await blind.post('/api/auth/resend-otp', { email, purpose: 'verify_email' });
    const { attempt } = (await register({}, {}, blind)).body;
    await pass(blind, 0.51);
    await blind.post('/api/auth/resend-otp', { email, purpose: 'verify_email' });
    const { body } = await verify(await lastCode(blind, email), {}, { attempt }, blind);
    expect(body.user.fullName).toBe('Ada Obi');
  });
});

describe('a password that somebody else set does not survive her verification', () => {
  test.each([
    ['before hers', [ATTACKERS_PASSWORD, PASSWORD]],
    ['after hers', [PASSWORD, ATTACKERS_PASSWORD]],
  ])('from an unknown network, %s, without an attempt', async (_, passwords) => {
    for (const password of passwords) {
      await register({}, { password }, blind);
      await pass(blind, 0.51);
    }
    expect((await verify(await lastCode(blind, email), {}, {}, blind)).status).toBe(200);
    expect((await login(ATTACKERS_PASSWORD, {}, blind)).status).toBe(401);
  });

  test('from behind her own address', async () => {
    await register(OWNER);
    await register(OWNER, { password: ATTACKERS_PASSWORD });
    expect((await verify(await lastCode(shop, email), OWNER)).status).toBe(200);
    expect((await login(ATTACKERS_PASSWORD, ATTACKER)).status).toBe(401);
  });

  test('from another network, when she registers nothing herself', async () => {
    await register(ATTACKER, { password: ATTACKERS_PASSWORD });
    expect((await verify(await lastCode(shop, email), OWNER)).status).toBe(200);
    expect((await login(ATTACKERS_PASSWORD, ATTACKER)).status).toBe(401);
  });
});

describe('a browser that has logged in before, where networks are unknown', () => {
  const device = (name: string) => ({ 'device-id': name.padEnd(16, '-') });
  const HERS = device('her-browser');
  const HIS = device('his-browser');

  test('logs in however often strangers have guessed', async () => {
    await signUp(blind, email);
    expect((await login(PASSWORD, HERS, blind)).status).toBe(200);
    const guesses = [];
    for (let n = 0; n < 40; n++) guesses.push(await login('Guess-12345', n % 2 ? {} : HIS, blind));
    expect(statuses(guesses)).toEqual({ 401: 6, 429: 34 });
    expect((await login(PASSWORD, {}, blind)).status).toBe(429);
    for (let n = 0; n < 5; n++) await login('A-typo-1', HERS, blind);
    expect((await login(PASSWORD, HERS, blind)).status).toBe(200);
    for (let n = 0; n < 6; n++) await login('Guess-12345', HERS, blind);
    expect((await login(PASSWORD, HERS, blind)).status).toBe(429);
  });

  test('is known to the accounts that it has logged in to, and to no other', async () => {
    const other = `other-${email}`;
    await signUp(blind, other);
    await signUp(blind, email);
    await blind.post('/api/auth/login', { email: other, password: PASSWORD }, HIS);
    for (let n = 0; n < 6; n++) await login('Guess-12345', {}, blind);
    expect((await login(PASSWORD, HIS, blind)).status).toBe(429);
  });

  test('gets and enters codes, whatever strangers request and guess', async () => {
    const { attempt } = (await register(HERS, {}, blind)).body;
    const signedUp = await verify(await lastCode(blind, email), HERS, { attempt }, blind);
    expect(signedUp.status).toBe(200);
    const ask = (where: object) => blind.post('/api/auth/forgot-password', { email }, { ...where });
    const asked = [];
    for (let n = 0; n < 8; n++) {
      await pass(blind, 0.51);
      asked.push(await ask(HIS));
    }
    expect(statuses(asked)).toEqual({ 200: 6, 429: 2 });
    expect((await ask(HERS)).status).toBe(200);
    const otp = await lastCode(blind, email);
    const enter = (code: string, where: object) =>
      blind.post('/api/auth/verify-password-otp', { email, otp: code }, { ...where });
    for (let n = 0; n < 12; n++) await enter(wrong(otp), HIS);
    expect((await enter(otp, HERS)).status).toBe(200);
  });

  test('is forgotten 90 days after its last login', async () => {
    await signUp(blind, email);
    await login(PASSWORD, HERS, blind);
    const known = async () => {
      await sweepAccounts(blind.services.db);
      const { rows } = await blind.services.db.execute(
        sql`select from known_devices join accounts on id = account_id where email = ${email}`,
      );
      return rows.length;
    };
    expect(await known()).toBe(1);
    await blind.services.db.execute(
      sql`update known_devices set used_at = now() - interval '91 days'`,
    );
    expect(await known()).toBe(0);
  });
});
