import { expect, it } from 'vitest';
import { type LazyModule, loadModule } from './load-module.ts';

it('loads a module once, and gives it to its callers in their order', async () => {
  const arrived = Promise.withResolvers<string>();
  let loads = 0;
  const row: LazyModule<string> = {
    load: () => {
      loads += 1;
      return arrived.promise;
    },
  };
  const order: number[] = [];
  const calls = [1, 2, 3].map((call) => loadModule(row).then(() => order.push(call)));
  arrived.resolve('module');
  await Promise.all(calls);
  expect(await loadModule(row)).toBe('module');
  expect(order).toEqual([1, 2, 3]);
  expect(loads).toBe(1);
});

it('fails for all who wait, and tries again at the next call', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('module')];
  const row: LazyModule<string> = {
    load: () => answers.shift() ?? Promise.reject(new Error('too often')),
  };
  const [first, second] = await Promise.allSettled([loadModule(row), loadModule(row)]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(await loadModule(row)).toBe('module');
});
