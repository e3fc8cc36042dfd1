import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { read } from './understand.harness.ts';

it('lets the process answer others, however many rows have one name', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [
    'Oud',
    `${30 + (at % 5)} ml`,
    String(10_000 + at),
    '5',
  ]);
  let working = true;
  let turns = 0;
  const others = (async () => {
    for (; working; turns++) await turn();
  })();
  const begun = performance.now();
  const { products } = await read([['Perfume', 'Size', 'Price', 'Qty'], ...rows]);
  const took = performance.now() - begun;
  working = false;
  await others;
  expect(products).toHaveLength(20_000);
  // Twenty milliseconds each, were the machine quiet.
  expect(took / turns).toBeLessThan(400);
});
