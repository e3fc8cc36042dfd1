import { CallError } from '#site/client/errors.ts';
import type { LazyModule } from './load-module.ts';

/**
 * What an island needs only once a shopper uses it: rules, calls, lists. Where it does not arrive, its form says what
 * it says of a call without a network.
 */
export const lazyPart = <M>(load: () => Promise<M>): LazyModule<M> => ({
  load: () =>
    load().catch((cause: unknown) => {
      throw new CallError('FETCH_ERROR', 'A script did not arrive', undefined, cause);
    }),
});
