import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnAccount } from '../own-account.harness.ts';
import { orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** The page on which an owner records transfers to the shop's own account. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let bola: Person;
let closeAccount: () => void;
beforeAll(async () => {
  shop = await openOrdersOffice({ PAYMENT_WAYS: 'paystack,bank' });
  bola = await shop.signIn('owner');
  closeAccount = openOwnAccount();
});
afterAll(async () => {
  closeAccount();
  await shop.close();
});

async function place(email: string) {
  const body = orderBody([['oud', 10_000, 1]], { email, way: 'bank' });
  const answer = await shop.post('/api/payment/initialize', body);
  expect(answer.status).toBe(200);
  return shop.orderOf(answer.body.data.reference);
}

const typed = {
  amount: '10000',
  sender: 'AMINA BELLO',
  sent: '2026-11-20T09:00',
  session: '0902 6720',
};

test('from the list to paid: faults at the fields, what is missing, the rest', async () => {
  const order = await place('ada@example.com');
  expect((await bola.open('/admin/orders?show=transfer')).html).toContain(
    `/admin/orders/${order.id}`,
  );
  expect((await bola.open('/admin')).text).toContain('waiting for a transfer to your account');
  const page = `/admin/orders/${order.id}/transfer`;
  expect((await bola.open(`/admin/orders/${order.id}`)).html).toContain(`href="${page}"`);

  const faulty = await bola.submit(page, page, {
    ...typed,
    amount: 'x',
    sender: '',
    sent: '2126-01-01T00:00',
  });
  expect(faulty.status).toBe(400);
  for (const words of ['Write an amount of naira', 'Write who sent it', 'not later than now'])
    expect(faulty.text).toContain(words);

  expect((await bola.submit(page, page, typed)).text).toContain('₦3,000 is missing');
  const seen = await bola.open(page);
  expect(seen.text).toContain('₦10,000 from AMINA BELLO');
  expect(seen.text).toContain('session 09026720');
  const again = await bola.submit(page, page, typed);
  expect(again.text).toContain('This transfer is recorded already');
  const rest = { ...typed, amount: '3000', session: '' };
  expect((await bola.submit(page, page, rest)).text).toContain('₦3,000 is recorded.');
  expect((await shop.orderOf(order.reference)).status).toBe('paid');
});

test('one without a session ID that looks the same is asked about, and nothing typed is lost', async () => {
  const [one, other] = [await place('b@example.com'), await place('c@example.com')];
  const page = (id: string) => `/admin/orders/${id}/transfer`;
  const same = { ...typed, amount: '13000', session: '' };
  await bola.submit(page(one.id), page(one.id), same);
  const asked = await bola.submit(page(other.id), page(other.id), same);
  expect(asked.text).toContain('Is this the transfer of order #');
  expect(asked.html).toContain('value="AMINA BELLO"');
  const form = asked.forms.find(({ action }) => action.startsWith(page(other.id)));
  if (!form) throw new Error('The form is gone');
  expect((await bola.send(form, { another: 'yes' })).status).toBe(303);
  expect((await shop.orderOf(other.reference)).status).toBe('paid');
});

test('less is accepted with a reason; packers see no such page', async () => {
  const order = await place('d@example.com');
  const page = `/admin/orders/${order.id}/transfer`;
  await bola.submit(page, page, { ...typed, amount: '12999', session: '1' });
  const less = `/admin/orders/${order.id}/accept-less`;
  await bola.submit(page, less, { reason: 'The bank took ₦1' });
  expect((await shop.orderOf(order.reference)).status).toBe('paid');
  expect((await bola.open(`/admin/orders/${order.id}`)).text).toContain(
    'Accepted for less: ₦12,999 of ₦13,000: The bank took ₦1',
  );
  const packer = await shop.signIn('packer');
  expect((await packer.open(page)).status).toBe(403);
});

test('an order by card has no such page', async () => {
  const order = await shop.pay();
  expect((await bola.open(`/admin/orders/${order.id}/transfer`)).status).toBe(404);
});
