import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  FROM_NETWORKS,
  from,
  lastCode,
  lastEmail,
  PASSWORD,
  pass,
  signUp,
} from '../accounts/account.harness.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** Somebody registers with somebody else's email address. */
let shop: TestShop;
let email: string;
let people = 0;
beforeAll(async () => {
  shop = await openShop({ settings: FROM_NETWORKS });
});
beforeEach(() => {
  people += 1;
  email = `victim${people}@example.com`;
});
afterAll(() => shop.close());

const register = (password: string, where: Record<string, string>, fullName = 'Vera Victim') =>
  shop.post('/api/auth/register', { fullName, email, password }, where);
const login = (password: string) =>
  shop.post('/api/auth/login', { email, password }, from('102.0.0.1'));
const VICTIM = from('105.112.0.1');
const ATTACKER = from('41.58.0.9');
const ATTACKERS_PASSWORD = 'Attacker-1';

describe('a registration with someone else’s address', () => {
  const verify = (otp: string, attempt?: string) =>
    shop.post('/api/auth/verify-otp', { email, otp, ...(attempt ? { attempt } : {}) }, VICTIM);
  const attackersLogin = async () => (await login(ATTACKERS_PASSWORD)).status;

  test('before the owner’s: her code verifies her own', async () => {
    await register(ATTACKERS_PASSWORD, ATTACKER, 'Mal Lory');
    const { attempt } = (await register(PASSWORD, VICTIM)).body;
    const { body } = await verify(await lastCode(shop, email), attempt);
    expect(body.user.fullName).toBe('Vera Victim');
    expect([await attackersLogin(), (await login(PASSWORD)).status]).toEqual([401, 200]);
  });

  test('after hers, if she sends her attempt: the code verifies her own', async () => {
    const { attempt } = (await register(PASSWORD, VICTIM)).body;
    await register(ATTACKERS_PASSWORD, ATTACKER, 'Mal Lory');
    const { status, body } = await verify(await lastCode(shop, email), attempt);
    expect([status, body.user.fullName]).toEqual([200, 'Vera Victim']);
    expect([await attackersLogin(), (await login(PASSWORD)).status]).toEqual([401, 200]);
  });

  test('again and again does not keep her out', async () => {
    const { attempt } = (await register(PASSWORD, VICTIM)).body;
    for (let n = 0; n < 8; n++) {
      expect((await register(ATTACKERS_PASSWORD, ATTACKER, 'Mal Lory')).status).toBe(200);
      await pass(shop, n === 4 ? 0.51 : 0);
    }
    expect((await verify(await lastCode(shop, email), attempt)).status).toBe(200);
    expect([await attackersLogin(), (await login(PASSWORD)).status]).toEqual([401, 200]);
    const { rows } = await shop.services.db.execute(
      sql`select from replaced_registrations where email = ${email}`,
    );
    expect(rows).toHaveLength(0);
  });

  test('with an unknown attempt: it is refused', async () => {
    await register(PASSWORD, VICTIM);
    const refused = await verify(await lastCode(shop, email), 'not-an-attempt');
    expect([refused.status, refused.body.code]).toEqual([400, 'code_invalid']);
    expect(refused.body.message).toContain('another registration');
  });

  test.each([
    ['at once', 0],
    ['after her code has expired and she requests another', 11],
  ])(
    'after hers, if she sends no attempt (%s): no password works until a reset sets one',
    async (_, minutes) => {
      await register(PASSWORD, VICTIM);
      await pass(shop, minutes);
      await register(ATTACKERS_PASSWORD, ATTACKER, 'Mal Lory');
      await pass(shop, 0.51);
      await shop.post('/api/auth/resend-otp', { email, purpose: 'verify_email' }, VICTIM);
      expect((await verify(await lastCode(shop, email))).status).toBe(200);
      expect(await attackersLogin()).toBe(401);
      await shop.post('/api/auth/forgot-password', { email }, VICTIM);
      const { otp } = (
        await shop.post('/api/auth/verify-password-otp', {
          email,
          otp: await lastCode(shop, email),
        })
      ).body;
      await shop.post('/api/auth/reset-password', { email, otp, newPassword: PASSWORD });
      expect([await attackersLogin(), (await login(PASSWORD)).status]).toEqual([401, 200]);
    },
  );

  test('if she has an account: nothing changes, and she gets an email', async () => {
    await signUp(shop, email, { fullName: 'Vera Victim' });
    await register(ATTACKERS_PASSWORD, ATTACKER, 'Mal Lory');
    const sent = await lastEmail(shop, email);
    expect(sent?.text).toContain('Someone tried to use your address');
    expect(`${sent?.subject}${sent?.text}${sent?.html}`).not.toMatch(/Mal Lory|(?<!#)\b\d{6}\b/);
    expect([await attackersLogin(), (await login(PASSWORD)).status]).toEqual([401, 200]);
  });

  test('the email has nothing that the attacker typed', async () => {
    await register(PASSWORD, ATTACKER, '<a href="https://evil.example">You won</a>');
    const sent = await lastEmail(shop, email);
    expect(`${sent?.text}${sent?.html}`).not.toMatch(/evil|You won/);
  });
});
