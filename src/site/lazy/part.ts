import { CallError } from '#site/client/errors.ts';
import type { LazyModule } from './load-module.ts';

/**
 * Declares code that an island needs only once a shopper uses it: rules, calls, lists. If it does not arrive, the form
 * shows the message for a call without a network.
 */
export const lazyPart = <M>(load: () => Promise<M>): LazyModule<M> => ({
  load: () =>
    load().catch((cause: unknown) => {
      throw new CallError('FETCH_ERROR', 'A script did not arrive', undefined, cause);
    }),
});
