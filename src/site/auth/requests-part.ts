import { lazyPart } from '#site/lazy/part.ts';

/** The rules and calls of accounts. They load when a shopper first touches a form. */
export const requestsPart = lazyPart(() => import('./requests.ts'));

/** The loaded module. */
export type Requests = NonNullable<typeof requestsPart.now>;
