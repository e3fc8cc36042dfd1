import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rateLimits } from '#backend/limits/tables.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { make } from '../promotions/promotions.harness.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import {
  type Customer,
  lastCode,
  lastEmail,
  PASSWORD,
  pass,
  signUp,
  wrong,
} from './account.harness.ts';

/** Her own data, and what stays with her account when its address changes (extension account.profile). */
const paystack = createFakePaystack();
let shop: TestShop;
let ada: Customer;
let people = 0;
let next: string;
beforeAll(async () => {
  shop = await openShop({
    paystack,
    products: [product({ id: 'oud', stock: 1000 }), product({ id: 'gone', stock: 0 })],
  });
});
afterAll(() => shop.close());
beforeEach(async () => {
  people += 1;
  next = `next${people}@example.com`;
  await shop.services.db.delete(rateLimits);
  ada = await signUp(shop, `ada${people}@example.com`);
});

const PROFILE = '/api/account/profile';
const read = async ({ auth }: Pick<Customer, 'auth'>) => (await shop.get(PROFILE, auth)).body;
const change = (body: object) => shop.post(PROFILE, body, ada.auth);
const ask = (email: string, password = PASSWORD) =>
  shop.post('/api/account/email', { email, password }, ada.auth);
const prove = (otp: string, email = next, { auth } = ada) =>
  shop.post('/api/account/email/verify', { email, otp }, auth);
const login = (email: string) => shop.post('/api/auth/login', { email, password: PASSWORD });
const refused = ({ status, body }: { status: number; body: { code: string } }) => [
  status,
  body.code,
];
const WRONG = [400, 'code_invalid'];
/** Changes the address of a customer. */
async function move(to: string): Promise<void> {
  expect((await ask(to)).status).toBe(200);
  expect((await prove(await lastCode(shop, to), to)).body.email).toBe(to);
}
const order = async (email: string, auth = {}, more = {}) => {
  const body = orderBody([['oud', 10_000, 1]], { email, ...more });
  const answer = await shop.post('/api/payment/initialize', body, auth);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.data.reference as string;
};
const orders = async ({ auth }: Pick<Customer, 'auth'>): Promise<string[]> =>
  (await shop.get('/api/order/my-orders', auth)).body
    .map((one: { paymentReference: string }) => one.paymentReference)
    .toSorted();

describe('name and phone', () => {
  test('are changed, shown to every session, and with her reviews', async () => {
    const review = { rating: 5, comment: 'Lasts all day' };
    expect((await shop.post('/api/review/oud', review, ada.auth)).status).toBe(200);
    const body = { fullName: ' Ada\nObi-Bello ', phone: ' 0803 123 4567 ' };
    const changed = await change(body);
    expect(changed).toMatchObject({
      status: 200,
      body: { fullName: 'Ada Obi-Bello', email: ada.email, phone: '0803 123 4567', addresses: [] },
    });
    expect(changed.headers.get('cache-control')).toBe('no-store');
    const other = (await login(ada.email)).body;
    expect(other.user.fullName).toBe('Ada Obi-Bello');
    const reviews: { userName: string }[] = (await shop.get('/api/review/oud')).body;
    expect(reviews.map(({ userName }) => userName)).toContain('Ada Obi-Bello');
    expect((await shop.get('/api/account/export', ada.auth)).body.account).toMatchObject({
      fullName: 'Ada Obi-Bello',
      phone: '0803 123 4567',
    });
  });

  test('an empty phone deletes it; a name too short and a long phone are refused at their field', async () => {
    await change({ fullName: 'Ada Obi', phone: '0803 123 4567' });
    expect((await change({ fullName: 'Ada Obi', phone: '' })).body.phone).toBe('');
    const { status, body } = await change({ fullName: 'A', phone: 'x'.repeat(61) });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['fullName', 'phone']]);
    expect((await read(ada)).fullName).toBe('Ada Obi');
  });
});

describe('the email address', () => {
  test('changes with the code, the old address is told, and both sessions stay', async () => {
    const other = (await login(ada.email)).body.token;
    expect((await ask(` ${next.toUpperCase()} `)).body).toEqual({ email: next });
    expect((await read(ada)).email).toBe(ada.email);
    const changed = await prove(await lastCode(shop, next));
    expect(changed).toMatchObject({ status: 200, body: { email: next, fullName: 'Ada Obi' } });
    expect((await read({ auth: { authorization: `Bearer ${other}` } })).email).toBe(next);
    const told = await lastEmail(shop, ada.email);
    expect(told?.subject).toContain('was changed');
    // A person who reads the old mailbox does not learn the new address.
    expect(told?.text).not.toContain(next);
    expect(refused(await login(ada.email))).toEqual([401, 'credentials_invalid']);
    expect((await login(next)).body.user).toEqual({ id: ada.id, fullName: 'Ada Obi', email: next });
  });

  test('needs the password, and a wrong one sends nothing', async () => {
    expect(refused(await ask(next, 'Not-hers1'))).toEqual([401, 'credentials_invalid']);
    expect(await lastEmail(shop, next)).toBeUndefined();
  });

  test('in capitals it is her own already; with dots it is another one', async () => {
    const { status, body } = await ask(ada.email.toUpperCase());
    expect([status, body.fields]).toEqual([400, { email: 'This is your email address already' }]);
    await move('a.d.a@example.com');
    await move(`ada-${people}@example.com`);
    expect((await signUp(shop, 'a.d.a@example.com')).id).not.toBe(ada.id);
  });

  test('a code ends after ten minutes, after five wrong tries, and once it is used', async () => {
    await ask(next);
    const first = await lastCode(shop, next);
    await pass(shop, 10.1);
    expect(refused(await prove(first))).toEqual(WRONG);
    await ask(next);
    const second = await lastCode(shop, next);
    for (let n = 0; n < 5; n++) expect(refused(await prove(wrong(second)))).toEqual(WRONG);
    expect(refused(await prove(second))).toEqual(WRONG);
    await pass(shop, 0.51);
    await ask(next);
    const third = await lastCode(shop, next);
    const answers = await Promise.all([prove(third), prove(third)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await read(ada)).email).toBe(next);
  });

  test('a code of a sign-up or a reset does not change it, and its code makes no account', async () => {
    await shop.post('/api/auth/register', { fullName: 'Bola', email: next, password: PASSWORD });
    const ofSignUp = await lastCode(shop, next);
    expect(refused(await prove(ofSignUp))).toEqual(WRONG);
    await ask(next);
    const otp = await lastCode(shop, next);
    expect(refused(await shop.post('/api/auth/verify-otp', { email: next, otp }))).toEqual(WRONG);
    expect((await prove(otp)).status).toBe(200);
    // The address has an account by now.
    const late = await shop.post('/api/auth/verify-otp', { email: next, otp: ofSignUp });
    expect(refused(late)).toEqual(WRONG);
  });

  test('one that has an account gets the same answer; its owner is told, and no code fits', async () => {
    const bola = await signUp(shop, next);
    const [taken, free] = [await ask(next), await ask(`free-${next}`)];
    expect([taken.status, taken.body]).toEqual([free.status, { email: next }]);
    expect((await lastEmail(shop, next))?.text).toContain('you have an account already');
    for (const otp of ['000000', '123456']) expect(refused(await prove(otp))).toEqual(WRONG);
    expect((await read(bola)).email).toBe(next);
  });

  test('one that got an account since the code was sent stays with that account', async () => {
    await ask(next);
    const otp = await lastCode(shop, next);
    const bola = await signUp(shop, next);
    expect(refused(await prove(otp))).toEqual(WRONG);
    expect([(await read(ada)).email, (await read(bola)).email]).toEqual([ada.email, next]);
    // The transaction was undone as a whole.
    expect((await login(ada.email)).status).toBe(200);
  });

  test('a password reset that was earned with the old address ends', async () => {
    await shop.post('/api/auth/forgot-password', { email: ada.email });
    const { body } = await shop.post('/api/auth/verify-password-otp', {
      email: ada.email,
      otp: await lastCode(shop, ada.email),
    });
    await pass(shop, 0.51);
    await shop.post('/api/auth/forgot-password', { email: ada.email });
    const late = await lastCode(shop, ada.email);
    await move(next);
    for (const email of [ada.email, next]) {
      const reset = { email, otp: body.otp, newPassword: 'Stolen-by1' };
      expect(refused(await shop.post('/api/auth/reset-password', reset))).toEqual(WRONG);
    }
    const verified = { email: ada.email, otp: late };
    expect(refused(await shop.post('/api/auth/verify-password-otp', verified))).toEqual(WRONG);
  });
});

describe('what is hers stays hers', () => {
  test('who registers the old address sees none of it, and guests’ orders of the new one appear', async () => {
    const guest = await order(ada.email);
    const own = await order('anybody@example.com', ada.auth);
    const before = await order(next);
    await shop.post('/api/stock-alert', { productId: 'gone', email: ada.email });
    const confirm = (await lastEmail(shop, ada.email))?.text.match(/#confirm=([\w-]+)/)?.[1];
    await shop.post(`/api/stock-alert/${confirm}/confirm`, {});
    await move(next);
    const after = await order(next);
    const hers = [guest, own, before, after].toSorted();
    expect(await orders(ada)).toEqual(hers);

    const late = await signUp(shop, ada.email);
    const {
      orders: seen,
      reviews,
      stockAlerts,
      refusedOrders,
    } = (await shop.get('/api/account/export', late.auth)).body;
    expect({ seen, reviews, stockAlerts, refusedOrders }).toEqual({
      seen: [],
      reviews: [],
      stockAlerts: [],
      refusedOrders: [],
    });
    expect(await orders(late)).toEqual([]);
    const moved = (await shop.get('/api/account/export', ada.auth)).body.stockAlerts;
    expect(moved).toMatchObject([{ productId: 'gone' }]);
    // A guest who orders with the old address now is somebody else.
    const theirs = await order(ada.email);
    expect([await orders(late), await orders(ada)]).toEqual([[theirs], hers]);
    // Orders keep the address that they were sent to.
    const list: { email: string; paymentReference: string }[] = (
      await shop.get('/api/order/my-orders', ada.auth)
    ).body;
    expect(list.find((one) => one.paymentReference === guest)?.email).toBe(ada.email);

    // The deletion of the new account changes nothing for hers.
    await shop.post('/api/account/delete', { password: PASSWORD }, late.auth);
    expect(await orders(ada)).toEqual(hers);
  });

  test('a code that she used as a guest with the old address stays used up for her account', async () => {
    await make(shop, { code: `ONCE${people}`, per_customer: '1' });
    const code = `once${people}`;
    await order(ada.email, {}, { code, discount: 1000 });
    await move(next);
    const again = orderBody([['oud', 10_000, 1]], { email: next, code, discount: 1000 });
    const answer = await shop.post('/api/payment/initialize', again, ada.auth);
    expect(answer.body.fields?.code ?? answer.body.current?.used).toBeTruthy();
    const items = [{ productId: 'oud', quantity: 1 }];
    const quote = await shop.post('/api/promotions/quote', { items, code }, ada.auth);
    expect(quote.body.refused.reason).toBe('used_by_customer');
    const late = await signUp(shop, ada.email);
    const theirs = await shop.post('/api/promotions/quote', { items, code }, late.auth);
    expect(theirs.body).toMatchObject({ discount: 1000 });
  });
});
