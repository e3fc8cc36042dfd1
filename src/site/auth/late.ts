import { lazyPart } from '#site/lazy/part.ts';

/** The rules and calls of accounts, which load when a shopper reaches for a form. */
export const late = lazyPart(() => import('./requests.ts'));

/** The same, loaded. */
export type Requests = NonNullable<typeof late.now>;
