import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, orderBody, product, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

let shop: TestShop;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })] });
  run = runOn(shop, 'promotions');
});
afterAll(() => shop.close());

// Each test starts the command several times.
const minutes = { timeout: 120_000 };

test('a promotion is made, counts at once, is listed, and stopped', minutes, async () => {
  const made = await run('make', 'label=Harmattan sale', 'per_cent=10', 'code=TEN');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [, id = ''] = /^made {2}(prm_\w{10}) {2}Harmattan sale\n$/.exec(made.stdout) ?? [];
  const body = orderBody([['oud', 10_000, 1]], { code: 'ten', discount: 1000 });
  expect((await shop.post('/api/payment/initialize', body)).status).toBe(200);
  expect((await run('list')).stdout).toBe(
    `${id}  Harmattan sale  running  10% off  TEN  1 use  ₦0 given away\n`,
  );
  expect((await run('stop', id)).stdout).toBe('stopped  Harmattan sale\n');
  expect((await run('stop', id)).code).toBe(1);
  expect((await run('list')).stdout).toContain('stopped');
});

test(
  'codes for one use are printed when they are made, and all of them as a file',
  minutes,
  async () => {
    const { stdout } = await run(
      'make',
      'label=Thanks',
      'kind=delivery',
      'states=Lagos',
      'counts=codes',
    );
    const [id = ''] = /prm_\w{10}/.exec(stdout) ?? [];
    const codes = (await run('codes', id, '3', 'THANKS')).stdout.trim().split('\n');
    expect(codes).toHaveLength(3);
    const file = (await run('codes', id)).stdout.trim().split('\r\n');
    expect(file.slice(1).map((line) => line.split(',')[0])).toEqual(codes.sort());
  },
);

test('each fault is a line, and nothing is made', minutes, async () => {
  const wrong = await run('make', 'label=', 'per_cent=200', 'naira=5', 'limit=0');
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('label must not be empty');
  expect(wrong.stderr).toContain('limit is');
  expect(wrong.stderr).toContain('naira counts only with kind naira');
  expect((await run('make', 'colour=red')).stderr).toContain("A promotion has no field 'colour'");
});
