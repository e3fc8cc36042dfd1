import type { InitializeBody } from '#contract/checkout.ts';
import type { Choice } from '#demo/seeded-choice.ts';
import { make } from '../../promotions/promotions.harness.ts';
import { orderBody, product, type TestShop } from '../../shop.harness.ts';

const PRICE = 10_000;

/** Two bottles, a set of both, and a set with one of them to choose. */
export const SHELF = (units: { oud: number; musk: number }) => [
  product({ id: 'oud', stock: units.oud }),
  product({ id: 'musk', stock: units.musk }),
  product({ id: 'box', parts: 'oud musk*2' }),
  product({ id: 'any', parts: 'oud musk', choose: 1 }),
];

/** Makes the code TEN, which takes off a tenth and counts `limit` times. */
export const makeCode = (shop: Pick<TestShop, 'services'>, limit: number) =>
  make(shop, { limit: String(limit) });

/** Returns an order of bottles, a set, both, or a set with a choice; some with the code. */
export function basket(choice: Choice, email: string): InitializeBody {
  const bottles = ['oud', PRICE, choice.whole(1, 2)] as const;
  const set = ['box', PRICE, 1] as const;
  const lines = choice.of([
    [bottles],
    [bottles],
    [set],
    [bottles, set],
    [['any', PRICE, 1] as const],
  ]);
  const body = orderBody(lines, { email });
  const parts = [choice.of(['oud', 'musk'])];
  const tenth = lines.reduce((sum, [, price, quantity]) => sum + (price * quantity) / 10, 0);
  return {
    ...body,
    ...(choice.chance(0.5) && { code: 'TEN', discount: tenth }),
    items: body.items.map((item) => (item.productId === 'any' ? { ...item, parts } : item)),
  };
}
