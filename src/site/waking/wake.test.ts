import { expect, it } from 'vitest';
import { type Row, wake } from './wake.ts';

it('loads a module once, and gives it to its callers in their order', async () => {
  const arrived = Promise.withResolvers<string>();
  let loads = 0;
  const row: Row<string> = {
    load: () => {
      loads += 1;
      return arrived.promise;
    },
  };
  const order: number[] = [];
  const calls = [1, 2, 3].map((call) => wake(row).then(() => order.push(call)));
  arrived.resolve('module');
  await Promise.all(calls);
  expect(await wake(row)).toBe('module');
  expect(order).toEqual([1, 2, 3]);
  expect(loads).toBe(1);
});

it('fails for all who wait, and tries again at the next call', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('module')];
  const row: Row<string> = {
    load: () => answers.shift() ?? Promise.reject(new Error('too often')),
  };
  const [first, second] = await Promise.allSettled([wake(row), wake(row)]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await wake(row)).toBe('module');
});
