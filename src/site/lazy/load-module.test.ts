import { expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import { fetchModule, type LazyModule, loadModule } from './load-module.ts';
import { lazyPart } from './part.ts';

it('loads a module once, gives it to its callers in their order, and then has it at hand', async () => {
  const arrived = Promise.withResolvers<string>();
  let loads = 0;
  const row: LazyModule<string> = {
    load: () => {
      loads += 1;
      return arrived.promise;
    },
  };
  const order: number[] = [];
  fetchModule(row);
  const calls = [1, 2, 3].map((call) => loadModule(row).then(() => order.push(call)));
  expect(row.now).toBeUndefined();
  arrived.resolve('module');
  await Promise.all(calls);
  expect(row.now).toBe('module');
  expect(await loadModule(row)).toBe('module');
  expect(order).toEqual([1, 2, 3]);
  expect(loads).toBe(1);
});

it('fails for all waiting callers, and tries again at the next call', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve('module')];
  const row: LazyModule<string> = {
    load: () => answers.shift() ?? Promise.reject(new Error('too often')),
  };
  const [first, second] = await Promise.allSettled([loadModule(row), loadModule(row)]);
  expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
  expect(row.now).toBeUndefined();
  expect(await loadModule(row)).toBe('module');
});

it('a part of an island fails like a call without a network, but not before its use', async () => {
  const part = lazyPart(() => Promise.reject(new TypeError('no network')));
  // An unhandled rejection would fail this run.
  fetchModule(part);
  const failure = await loadModule(part).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({ kind: 'FETCH_ERROR' });
});
