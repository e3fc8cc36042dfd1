import { type SQL, sql } from 'drizzle-orm';
import { codeOf } from '#domain/promotions/code.ts';

/**
 * Returns a part of a statement for the code that a text names, '' for none: the code in this spelling, otherwise the only
 * one with the same plain form. If two codes have one plain form, neither is chosen.
 */
export const codeNamed = (typed: string): SQL<string> => sql`coalesce(
  (select c.code from promotion_codes c where c.code = ${codeOf(typed)}),
  (select min(c.code) from promotion_codes c where plain_code(c.code) = plain_code(${typed}) having count(*) = 1), '')`;
