import type { Change } from '../changes.ts';

/** Which visit of a shopper reads what a quirk changes (visits.ts). */
export type Visit =
  | 'guest purchase'
  | 'orders'
  | 'reviews'
  | 'sign-up'
  | 'log-in'
  | 'product'
  | 'list';

/** A way to answer that spec §7 leaves open, or that is near it. The build and the browser cope. */
export interface Quirk extends Change {
  visit: Visit;
  /** Whether the build reads it, too. */
  build?: true;
  /** false where no browser visit of its own shows it: it has a test of its own, or only the build reads it. */
  browser?: false;
}
