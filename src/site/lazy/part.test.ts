import { describe, expect, it } from 'vitest';
import { CallError } from '#site/client/errors.ts';
import { lazyPart } from './part.ts';

describe('createPart', () => {
  it('loads once, however many ask, and then has the module at hand', async () => {
    let loads = 0;
    const part = lazyPart(async () => ({ number: ++loads }));
    expect(part.now).toBeUndefined();
    part.fetch();
    const [one, other] = await Promise.all([part.load(), part.load()]);
    expect(one).toBe(other);
    expect(part.now).toBe(one);
    expect(loads).toBe(1);
  });

  it('fails like a call without a network, and tries again at the next use', async () => {
    const answers = [Promise.reject(new TypeError('no network')), Promise.resolve('module')];
    const part = lazyPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
    const failure = await part.load().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect(failure).toMatchObject({ kind: 'FETCH_ERROR' });
    expect(part.now).toBeUndefined();
    await expect(part.load()).resolves.toBe('module');
  });

  it('does not report a failure ahead of the use', async () => {
    const part = lazyPart(() => Promise.reject(new TypeError('no network')));
    part.fetch();
    // An unhandled rejection would fail this run.
    await expect(part.load()).rejects.toBeInstanceOf(CallError);
  });
});
