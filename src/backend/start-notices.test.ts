import { expect, it } from 'vitest';
import { readSettings } from './settings/settings.ts';
import { startNotices } from './start-notices.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://turare.example',
  PAYSTACK_SECRET_KEY: 'sk_live_something',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtps://user:password@mail.example',
  MERCHANT_EMAIL: 'orders@turare.example',
  SHOP_DIR: 'src/demo/shop',
};
const LAGOS = { place: 'Lagos', amount: 3000 };
const notices = (env: Record<string, string>, places = [LAGOS], host = '127.0.0.1') =>
  startNotices(
    readSettings(env),
    { catalogue: { shippingPlaces: async () => places }, staff: { count: async () => 0 } },
    host,
  );

it('says in production what to set behind a proxy, and that payments are not real', async () => {
  expect(await notices(PRODUCTION)).toEqual([
    expect.stringMatching(/^CLIENT_ADDRESS_HEADER is not set/),
  ]);
  const trial = { ...PRODUCTION, PAYSTACK_SECRET_KEY: 'sk_test_ours', TEST_PAYMENTS: 'yes' };
  expect(await notices(trial)).toContainEqual(
    expect.stringMatching(/^TEST_PAYMENTS=yes: no payment/),
  );
});

it('says that emails are open to others when a shop outside production listens to them', async () => {
  expect(await notices({}, [LAGOS], '0.0.0.0')).toEqual([
    expect.stringMatching(/^HOST=0.0.0.0: anybody/),
  ]);
  expect(await notices({}, [LAGOS], '127.0.0.2')).toEqual([]);
  const inProduction = { ...PRODUCTION, CLIENT_ADDRESS_HEADER: 'x-real-ip' };
  expect(await notices(inProduction, [LAGOS], '0.0.0.0')).toEqual([]);
});

it('says nothing in development, or when the header is set', async () => {
  expect(await notices({})).toEqual([]);
  expect(await notices({ ...PRODUCTION, CLIENT_ADDRESS_HEADER: 'x-forwarded-for' })).toEqual([]);
});

it('says how to add a shipping place when there is none', async () => {
  expect(await notices({}, [])).toEqual([expect.stringMatching(/^There is no shipping place/)]);
});

it('says in production that the shop still has the name and promises of the demo', async () => {
  const { SHOP_DIR, ...without } = PRODUCTION;
  expect(await notices(without)).toContainEqual(expect.stringMatching(/^SHOP_DIR is not set/));
});

it('says how the first owner comes in while the back office has nobody', async () => {
  expect(await notices({ ADMIN: 'on' })).toEqual([
    expect.stringContaining('npm run people -- invite owner NAME'),
  ]);
});

it('says which places of payOnDelivery the shop does not deliver to', async () => {
  const delivery = { PAYMENT_WAYS: 'paystack,delivery' };
  expect(await notices(delivery, [{ ...LAGOS, place: 'Lagos – Ikeja' }])).toContainEqual(
    expect.stringMatching(/'Lagos – Lekki–Ajah', which is no shipping place/),
  );
});
