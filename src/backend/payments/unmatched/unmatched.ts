import type { Result, StaffCode } from '#backend/base/result.ts';
import type { Actor } from '#backend/staff/actor.ts';
import type { Finder } from './keeping.ts';
import { payBack, type Returned } from './returning.ts';

/** What staff do with a payment that no order has. */
export interface Unmatched {
  /** Pays back what is left of it, once. */
  payBack(reference: string, actor: Actor): Promise<Result<Returned, StaffCode>>;
}

export const createUnmatched = (finder: Finder): Unmatched => ({
  payBack: (reference, actor) => payBack(finder, reference, actor),
});
