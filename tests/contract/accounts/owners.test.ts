import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '#backend/limits/tables.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';
import { type Customer, lastCode, PASSWORD, pass, signUp } from './account.harness.ts';

/** Histories of three addresses: whose order is whose, after any sign-ups, changes of address and deletions. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    paystack: createFakePaystack(),
    products: [product({ id: 'oud', stock: 100_000 })],
    settings: { RESERVED_PER_EMAIL: '100000' },
  });
});
afterAll(() => shop.close());

/** An order as its owner is computed here: by an account, otherwise by its address. */
interface Known {
  reference: string;
  email: string;
  owner: Customer | null;
  erased: boolean;
}

const step = fc.record({
  what: fc.constantFrom('order', 'order', 'register', 'move', 'move', 'delete'),
  /** The account that acts. Without it, a guest does. */
  who: fc.nat(2),
  address: fc.nat(2),
});

/** A guest orders, and her address is registered. */
const FIRST = [
  { what: 'order', who: 9, address: 0 },
  { what: 'register', who: 9, address: 0 },
];

let rounds = 0;
test('an order is shown to its account, or to the account that has verified its address, and to nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (more) => {
      const steps = [...FIRST, ...more];
      rounds += 1;
      const addresses = ['a', 'b', 'c'].map((name) => `${name}${rounds}@example.com`);
      const people: Customer[] = [];
      const orders: Known[] = [];
      const has = (email: string) => people.some((one) => one.email === email);
      const isOf = ({ owner, email, erased }: Known, one: Customer) =>
        !erased && (owner ? owner === one : email === one.email);
      for (const { what, who, address } of steps) {
        const email = addresses[address] ?? '';
        const actor = people[who];
        await shop.services.db.delete(rateLimits);
        if (what === 'order') {
          const body = orderBody([['oud', 10_000, 1]], { email });
          const answer = await shop.post('/api/payment/initialize', body, actor?.auth);
          const { reference } = answer.body.data;
          orders.push({ reference, email, owner: actor ?? null, erased: false });
        } else if (what === 'register' && !has(email)) {
          await pass(shop, 1);
          people.push(await signUp(shop, email));
        } else if (what === 'move' && actor && actor.email !== email) {
          await pass(shop, 1);
          await shop.post('/api/account/email', { email, password: PASSWORD }, actor.auth);
          const taken = has(email);
          const otp = taken ? '000000' : await lastCode(shop, email);
          const answer = await shop.post('/api/account/email/verify', { email, otp }, actor.auth);
          expect(answer.status).toBe(taken ? 400 : 200);
          if (taken) continue;
          for (const one of orders) if (isOf(one, actor)) one.owner = actor;
          actor.email = email;
        } else if (what === 'delete' && actor) {
          await shop.post('/api/account/delete', { password: PASSWORD }, actor.auth);
          for (const one of orders) if (isOf(one, actor)) one.erased = true;
          people.splice(who, 1);
        }
      }
      for (const one of people) {
        const { body } = await shop.get('/api/order/my-orders', one.auth);
        const shown = body.map((order: { paymentReference: string }) => order.paymentReference);
        const expected = orders.filter((order) => isOf(order, one)).map((order) => order.reference);
        expect(shown.toSorted()).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 12 },
  );
});
