import { lazyPart } from '#site/lazy/part.ts';

/** The rules and calls of accounts, which load when a shopper reaches for a form. */
export const requestsPart = lazyPart(() => import('./requests.ts'));

/** The same, loaded. */
export type Requests = NonNullable<typeof requestsPart.now>;
