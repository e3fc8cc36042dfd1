import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type TestShop } from '../shop.harness.ts';
import { lastCode, lastEmail, PASSWORD, pass, signUp } from './account.harness.ts';

const NEW_PASSWORD = 'Amber-night2';

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

const login = (password = PASSWORD) => shop.post('/api/auth/login', { email, password });
const forgot = () => shop.post('/api/auth/forgot-password', { email });
const verifyReset = (otp: string) => shop.post('/api/auth/verify-password-otp', { email, otp });
const reset = (otp: string, change: object = {}) =>
  shop.post('/api/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD, ...change });
const refused = (answer: { status: number; body: { code: string } }) => [
  answer.status,
  answer.body.code,
];
const WRONG = [400, 'code_invalid'];

describe('a forgotten password', () => {
  test('code, secret, new password; every session ends and the owner gets an email', async () => {
    const { auth } = await signUp(shop, email);
    const asked = await forgot();
    expect([asked.status, asked.body]).toEqual([200, { email }]);
    const code = await lastCode(shop, email);
    const proved = await verifyReset(code);
    expect(proved.body).toEqual({ otp: expect.stringMatching(/^[\w-]{43}$/) });
    expect(refused(await verifyReset(code))).toEqual(WRONG);
    expect(refused(await reset(code))).toEqual(WRONG);
    expect((await reset(proved.body.otp)).status).toBe(200);
    expect((await lastEmail(shop, email))?.subject).toContain('was changed');
    expect((await shop.get('/api/auth/profile', auth)).status).toBe(401);
    expect(refused(await login())).toEqual([401, 'credentials_invalid']);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expect(refused(await reset(proved.body.otp))).toEqual(WRONG);
  });

  test('an unknown address gets the same answer, an email, and no code that works', async () => {
    const { status, body } = await forgot();
    expect([status, body]).toEqual([200, { email }]);
    expect((await lastEmail(shop, email))?.text).toContain('no account');
    expect(refused(await verifyReset('000000'))).toEqual(WRONG);
  });

  test('a second request within 30 seconds sends nothing, and the first code stays valid', async () => {
    await signUp(shop, email);
    await forgot();
    const code = await lastCode(shop, email);
    const [again, counted] = [
      await forgot(),
      await shop.services.db.execute(
        sql`select count(*)::int as n from emails where recipient = ${email} and subject like '%reset%'`,
      ),
    ];
    expect([again.status, again.body, counted.rows[0]]).toEqual([200, { email }, { n: 1 }]);
    expect((await verifyReset(code)).status).toBe(200);
  });

  test('the secret is its account’s, ends after ten minutes, and takes no weak password', async () => {
    await signUp(shop, email);
    await forgot();
    const { otp } = (await verifyReset(await lastCode(shop, email))).body;
    await signUp(shop, `x-${email}`);
    expect(refused(await reset(otp, { email: `x-${email}` }))).toEqual(WRONG);
    expect(refused(await reset('123456'))).toEqual(WRONG);
    const weak = await reset(otp, { newPassword: 'weak' });
    expect(weak.body.fields.newPassword).toBe('Password must be at least 8 characters');
    await pass(shop, 10.1);
    expect(refused(await reset(otp))).toEqual(WRONG);
  });

  test('two at once set one password', async () => {
    await signUp(shop, email);
    await forgot();
    const { otp } = (await verifyReset(await lastCode(shop, email))).body;
    const answers = await Promise.all([reset(otp), reset(otp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
