import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { openShop, type TestShop } from '../shop.harness.ts';
import { lastCode, lastEmail, PASSWORD, pass, signUp, wrong } from './account.harness.ts';

let shop: TestShop;
let email: string;
let people = 0;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => {
  people += 1;
  email = `person${people}@example.com`;
});
afterAll(() => shop.close());

const register = (change: object = {}) =>
  shop.post('/api/auth/register', { fullName: 'Ada Obi', email, password: PASSWORD, ...change });
const verify = (otp: string, change: object = {}) =>
  shop.post('/api/auth/verify-otp', { email, otp, ...change });
const resend = (purpose = 'verify_email') => shop.post('/api/auth/resend-otp', { email, purpose });
const login = (password = PASSWORD) => shop.post('/api/auth/login', { email, password });
const forgot = () => shop.post('/api/auth/forgot-password', { email });
const verifyReset = (otp: string) => shop.post('/api/auth/verify-password-otp', { email, otp });
const refused = (answer: { status: number; body: { code: string } }) => [
  answer.status,
  answer.body.code,
];
const WRONG = [400, 'code_invalid'];

describe('register and verify-otp', () => {
  test('the mailed code makes the account and logs it in', async () => {
    const registered = await register({ email: ` ${email.toUpperCase()} ` });
    expect(registered.status).toBe(200);
    expect(registered.body).toEqual({ email, attempt: expect.stringMatching(/^[\w-]{43}$/) });
    expect(registered.headers.get('cache-control')).toBe('no-store');
    const code = await lastCode(shop, email);
    const sent = await lastEmail(shop, email);
    expect(sent?.subject).toContain(code);
    expect(sent?.html).toContain(code);
    expect(refused(await login())).toEqual([401, 'credentials_invalid']);

    const { status, body } = await verify(code);
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { id: expect.stringMatching(/^usr_/), fullName: 'Ada Obi', email },
    });
    expect((await login()).status).toBe(200);
  });

  test.each([
    [{ fullName: '' }, 'fullName', 'Full name is required'],
    [{ fullName: 'A' }, 'fullName', 'Name must be at least 2 characters'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'ada' }, 'email', 'Invalid email address'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'Short1' }, 'password', 'Password must be at least 8 characters'],
    [
      { password: 'nouppercase1' },
      'password',
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
  ])('%j is refused as spec §5 says', async (change, field, message) => {
    const { status, body } = await register(change);
    expect([status, body.fields[field]]).toEqual([400, message]);
  });

  test('nothing readable is stored: not the password, the code, the token or the attempt', async () => {
    const { body } = await register();
    const code = await lastCode(shop, email);
    const stored = async () => {
      const tables = ['email_codes', 'accounts', 'sessions', 'password_resets', 'rate_limits'];
      const rows = await Promise.all(
        tables.map((table) =>
          shop.services.db.execute(sql`select * from ${sql.identifier(table)}`),
        ),
      );
      return JSON.stringify(rows.map((result) => result.rows));
    };
    const before = await stored();
    const session = (await verify(code)).body;
    for (const secret of [PASSWORD, code, body.attempt, session.token]) {
      expect(before + (await stored())).not.toContain(secret);
    }
    expect(before).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('a code works once', async () => {
    await register();
    const code = await lastCode(shop, email);
    const answers = await Promise.all([verify(code), verify(code), verify(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(refused(await verify(code))).toEqual(WRONG);
  });

  test('a wrong code, one of another purpose or address, and no registration are refused alike', async () => {
    await register();
    const code = await lastCode(shop, email);
    const answers = [
      await verify(wrong(code)),
      await verifyReset(code),
      await shop.post('/api/auth/verify-otp', { email: `x-${email}`, otp: code }),
    ];
    expect(answers.map(refused)).toEqual([WRONG, WRONG, WRONG]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const otp of ['12345', '1234567', 'abcdef']) {
      expect(refused(await verify(otp))).toEqual([400, 'validation_failed']);
    }
    expect((await verify(code)).status).toBe(200);
  });

  test('a code ends after ten minutes', async () => {
    await register();
    const code = await lastCode(shop, email);
    await pass(shop, 10.1);
    expect(refused(await verify(code))).toEqual(WRONG);
    expect((await resend()).status).toBe(200);
    expect((await verify(await lastCode(shop, email))).body.user.fullName).toBe('Ada Obi');
  });

  test('a code ends after five wrong tries', async () => {
    await register();
    const code = await lastCode(shop, email);
    for (let n = 0; n < 5; n++) expect(refused(await verify(wrong(code)))).toEqual(WRONG);
    expect(refused(await verify(code))).toEqual(WRONG);
  });

  test('registering again replaces an unverified one, with its code, name and password', async () => {
    await register({ fullName: 'First Try', password: 'First-try1' });
    const first = await lastCode(shop, email);
    await pass(shop, 0.51);
    const { attempt } = (await register()).body;
    const second = await lastCode(shop, email);
    if (first !== second) expect(refused(await verify(first))).toEqual(WRONG);
    expect((await verify(second, { attempt })).body.user.fullName).toBe('Ada Obi');
    expect(refused(await login('First-try1'))).toEqual([401, 'credentials_invalid']);
    expect((await login()).status).toBe(200);
  });

  test('for a known address nothing changes, and its owner gets an email', async () => {
    await signUp(shop, email);
    const answer = await register({ password: 'Other-pass1', fullName: 'Someone Else' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['email', 'attempt']);
    expect((await lastEmail(shop, email))?.text).toContain('Someone tried to use your address');
    expect(refused(await login('Other-pass1'))).toEqual([401, 'credentials_invalid']);
    const { body } = await login();
    expect(body.user.fullName).toBe('Ada Obi');
  });
});

describe('resend-otp', () => {
  test('a new code replaces the last, at most every 30 seconds', async () => {
    await register();
    const first = await lastCode(shop, email);
    const early = await resend();
    expect(refused(early)).toEqual([429, 'rate_limited']);
    expect(early.body.retryAfter).toBeGreaterThan(25);
    expect(early.body.retryAfter).toBeLessThanOrEqual(30);
    expect(early.headers.get('retry-after')).toBe(String(early.body.retryAfter));
    await pass(shop, 0.51);
    expect((await resend()).status).toBe(200);
    expect(refused(await resend())).toEqual([429, 'rate_limited']);
    const second = await lastCode(shop, email);
    if (first !== second) expect(refused(await verify(first))).toEqual(WRONG);
    expect((await verify(second)).status).toBe(200);
  });

  test('sends a reset code too', async () => {
    await signUp(shop, email);
    await forgot();
    await pass(shop, 0.51);
    expect((await resend('reset_password')).status).toBe(200);
    expect((await verifyReset(await lastCode(shop, email))).status).toBe(200);
  });

  test('an address with nothing to verify gets the same answer, and an email that says so', async () => {
    const unknown = await resend();
    expect((await lastEmail(shop, email))?.text).toContain('there is no sign-up to verify');
    await pass(shop, 0.51);
    await signUp(shop, email);
    await pass(shop, 0.51);
    const known = await resend();
    expect(known).toMatchObject({ status: 200, body: unknown.body });
    expect((await lastEmail(shop, email))?.text).toContain('you have an account already');
  });

  test('sends at most six emails an hour', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      statuses.push((await resend()).status);
      await pass(shop, 0.51);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    await pass(shop, 60);
    expect((await resend()).status).toBe(200);
  });

  test('an unknown purpose is refused', async () => {
    expect(refused(await resend('newsletter'))).toEqual([400, 'validation_failed']);
  });
});

describe('login', () => {
  test('answers token and user', async () => {
    const { id } = await signUp(shop, email);
    const { status, body } = await login();
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), user: { id, fullName: 'Ada Obi', email } });
  });

  test('a wrong password and an unknown address are refused alike', async () => {
    const unknown = await login();
    await signUp(shop, email);
    const known = await login('Wrong-pass1');
    expect(refused(known)).toEqual([401, 'credentials_invalid']);
    expect(known.body).toEqual(unknown.body);
    expect(known.body.message).toBe('Invalid email or password');
    expect(refused(await login(''))).toEqual([400, 'validation_failed']);
  });

  test('a letter may be typed as one character or as two', async () => {
    await signUp(shop, email, { password: 'Ilé-ọ̀rọ̀1'.normalize('NFC') });
    expect((await login('Ilé-ọ̀rọ̀1'.normalize('NFD'))).status).toBe(200);
  });
});

test('the sweeper removes what has expired, and nothing else', async () => {
  const { db } = shop.services;
  const left = async () => {
    await sweepAccounts(db);
    const { rows } = await db.execute(sql`select
      (select count(*)::int from email_codes) as codes, (select count(*)::int from sessions) as sessions,
      (select count(*)::int from password_resets) as resets, (select count(*)::int from rate_limits) as limits,
      (select count(*)::int from emails) as mails`);
    return rows[0];
  };
  await pass(shop, 31 * 24 * 60);
  expect(await left()).toEqual({ codes: 0, sessions: 0, resets: 0, limits: 0, mails: 0 });
  await signUp(shop, email);
  await forgot();
  await verifyReset(await lastCode(shop, email));
  await register({ email: `x-${email}` });
  expect(await left()).toMatchObject({ codes: 1, sessions: 1, resets: 1, mails: 3 });
  expect((await left())?.limits).toBeGreaterThan(0);
});
