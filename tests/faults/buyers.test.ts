import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededChoice } from '#demo/seeded-choice.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { ROUNDS } from '../rounds.ts';
import { SEED } from '../seed.ts';
import { type FaultShop, openFaultShop } from './shop.harness.ts';
import { type Answer, newShopper } from './shopper.ts';

/** More shoppers than units, all at once, through two processes of the API. */

const BUYERS = ROUNDS.buyers;
let database: FreshDatabase;
let shop: FaultShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { last: 1, five: 5 },
    places: 2,
  });
  await Promise.all([shop.start(0), shop.start(1)]);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

type Begun = Answer<{ page: string; reference: string }>;
/** Buys all at once, alternating between the two processes. */
const buy = (productId: string, quantities: readonly number[]): Promise<Begun[]> =>
  Promise.all(
    quantities.map((quantity, index) =>
      newShopper(productId, quantity).initialize(shop.apis[index % 2]?.url ?? ''),
    ),
  );
const stockOf = async (productId: string): Promise<number> => {
  const { rows } = await shop.client.query(
    'select on_hand - reserved as units from stock where product_id = $1',
    [productId],
  );
  return rows[0].units;
};
/** Returns the units in stock according to a refusal. Fails for any answer other than cart_changed. */
function leftBy(answer: Begun): number {
  expect(answer).toMatchObject({ refused: { code: 'cart_changed' } });
  if (typeof answer !== 'object' || !('refused' in answer)) return Number.NaN;
  return answer.refused.current?.items[0]?.qtyAvailable ?? Number.NaN;
}
const isSale = (answer: Begun) => typeof answer === 'object' && 'got' in answer;

describe(`${BUYERS} buyers at once (seed ${SEED})`, () => {
  test('the last unit is sold once, and all others are told that none is left', async () => {
    const answers = await buy('last', Array<number>(BUYERS).fill(1));
    expect(answers.filter(isSale)).toHaveLength(1);
    const refusals = answers.filter((answer) => !isSale(answer));
    expect(refusals.map(leftBy)).toEqual(Array<number>(BUYERS - 1).fill(0));
    const { rows } = await shop.client.query('select status from orders');
    expect(rows).toEqual([{ status: 'pending' }]);
    expect(await stockOf('last')).toBe(0);
  });

  test('of five units no more than five are sold, whatever each shopper wants', async () => {
    const choice = seededChoice(SEED);
    const wanted = Array.from({ length: BUYERS }, () => choice.whole(1, 4));
    const answers = await buy('five', wanted);
    const sold = answers.reduce(
      (sum, answer, index) => sum + (isSale(answer) ? (wanted[index] ?? 0) : 0),
      0,
    );
    expect(sold).toBeGreaterThan(0);
    expect(sold).toBeLessThanOrEqual(5);
    expect(await stockOf('five')).toBe(5 - sold);
    for (const [index, answer] of answers.entries()) {
      // Nobody is refused units that were in stock.
      if (!isSale(answer)) expect(leftBy(answer)).toBeLessThan(wanted[index] ?? 0);
    }
  });

  test('after the sweep every unit is in stock again, and nothing has failed', async () => {
    await shop.sweep();
    await shop.expectSound();
    expect([await stockOf('last'), await stockOf('five')]).toEqual([1, 5]);
    const failures = shop.apis.flatMap(({ log, noise }) => [
      ...log.filter(({ event }) => event === 'request_failed'),
      ...noise,
    ]);
    expect(failures).toEqual([]);
  });
});
