import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#backend/accounts/sessions.ts';
import { accounts } from '#backend/accounts/tables.ts';
import { auditShop } from '#backend/audit/audit.ts';
import type { AccountAction } from '#backend/customers/actions.ts';
import { changeAccount, findShoppers, showAccount } from '#backend/customers/customers.ts';
import { orders } from '#backend/orders/tables.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { lastCode, PASSWORD, signUp } from '../accounts/account.harness.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { purchases } from '../orders/purchases.harness.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** The merchant's actions on accounts. */
const paystack = createFakePaystack();
let shop: TestShop;
let buying: ReturnType<typeof purchases>;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', stock: 50 })], paystack });
  buying = purchases(shop, paystack);
});
afterAll(() => shop.close());

const BOLA = { name: 'Bola', role: 'owner' } as const;
const change = async (who: string, what: AccountAction, confirmed?: string) => {
  const options = { what, ...(confirmed !== undefined && { confirmed }) };
  const result = await changeAccount(shop.services.db, BOLA, who, options);
  return result.ok ? result.value : result.refusal.code;
};
const logIn = (email: string, password = PASSWORD) =>
  shop.post('/api/auth/login', { email, password });
const profile = (auth: Record<string, string>) => shop.get('/api/auth/profile', auth);

describe('a blocked account', () => {
  test('has no session, and opens none until it is unblocked', async () => {
    const { auth, email } = await signUp(shop, 'blocked@example.com');
    expect(await change(' Blocked@example.com', 'block')).toBe('done');
    expect((await profile(auth)).status).toBe(401);
    const refused = await logIn(email);
    expect(refused.status).toBe(403);
    expect(refused.body).toEqual({
      code: 'forbidden',
      message: expect.stringMatching(/^This account is blocked\. Please call .* or write to .*\.$/),
    });
    expect(await change(email, 'block')).toBe('before');
    expect(await change(email, 'unblock')).toBe('done');
    expect((await logIn(email)).status).toBe(200);
  });

  test('looks like any other to somebody without its password', async () => {
    const { email } = await signUp(shop, 'guessed@example.com');
    await change(email, 'block');
    const [wrong, nobody] = [await logIn(email, 'Wrong-1234'), await logIn('nobody@example.com')];
    expect([wrong.status, wrong.body]).toEqual([nobody.status, nobody.body]);
  });

  test('stays out with a new password, and with a login that was under way', async () => {
    const { email, id } = await signUp(shop, 'reset@example.com');
    await change(email, 'block');
    await shop.post('/api/auth/forgot-password', { email });
    const proved = await shop.post('/api/auth/verify-password-otp', {
      email,
      otp: await lastCode(shop, email),
    });
    const { otp } = proved.body;
    const newPassword = 'New-oud-2';
    await shop.post('/api/auth/reset-password', { email, otp, newPassword });
    expect((await logIn(email, newPassword)).status).toBe(403);
    const token = await openSession(shop.services.db, id);
    expect((await profile({ authorization: `Bearer ${token}` })).status).toBe(401);
  });
});

test('an account that is erased is gone with its reviews; its order stays for the books', async () => {
  const { auth, email, id } = await signUp(shop, 'erased@example.com');
  const order = await buying.pay(1, { email }, auth);
  await shop.post('/api/review/oud', { rating: 1, comment: 'No.' }, auth);
  expect(await change(email, 'erase', 'other@example.com')).toBe('invalid');
  expect(await change(id, 'erase', ' Erased@example.com')).toBe('done');
  expect(await change(email, 'erase')).toBe('not_found');
  const { db } = shop.services;
  expect(await db.$count(accounts, eq(accounts.id, id))).toBe(0);
  expect((await shop.get('/api/review/oud')).body).toEqual([]);
  expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]).toMatchObject({
    accountId: null,
    status: 'paid',
    eraseAt: expect.any(Date),
  });
  expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});

test('the sheet of an account lists its changes, and who made them', async () => {
  const { email, auth } = await signUp(shop, 'shown@example.com');
  await buying.begin(1, { email }, auth);
  await change(email, 'block');
  await change(email, 'unblock');
  const shown = await showAccount(shop.services.db, BOLA, email);
  expect(shown.ok && shown.value).toMatchObject({
    fullName: 'Ada Obi',
    blockedAt: null,
    orders: 1,
    reviews: 0,
    sessions: 0,
    actions: [
      { action: 'account.unblock', recordedBy: 'Bola' },
      { action: 'account.block', recordedBy: 'Bola' },
    ],
  });
});

test('an account is found by a part of its address or name; % and _ are letters', async () => {
  await signUp(shop, 'find_me@example.com', { fullName: 'Ngozi 100% Eze' });
  const found = async (text: string) => {
    const result = await findShoppers(shop.services.db, BOLA, text);
    return result.ok ? result.value.accounts.map(({ email }) => email) : [];
  };
  expect(await found(' FIND_')).toEqual(['find_me@example.com']);
  expect(await found('0% eze')).toEqual(['find_me@example.com']);
  expect(await found('d%me')).toEqual([]);
});

test('a packer finds, sees and changes no account', async () => {
  const { email, id } = await signUp(shop, 'packed@example.com');
  const packer = { name: 'Chidi', role: 'packer' } as const;
  const { db } = shop.services;
  for (const refused of [
    await findShoppers(db, packer, 'packed'),
    await showAccount(db, packer, email),
    await changeAccount(db, packer, email, { what: 'block' }),
  ]) {
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  }
  expect(await actionsOn(db, id)).toEqual([]);
});
