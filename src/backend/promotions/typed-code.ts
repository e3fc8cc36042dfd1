import { type SQL, sql } from 'drizzle-orm';
import { codeOf } from '#domain/promotions/code.ts';

/**
 * The code that a text names, '' for none, as a part of a statement: the one that is written so, otherwise the only
 * one with the same plain form. Two codes with one plain form are never guessed between.
 */
export const codeNamed = (typed: string): SQL<string> => sql`coalesce(
  (select c.code from promotion_codes c where c.code = ${codeOf(typed)}),
  (select min(c.code) from promotion_codes c where plain_code(c.code) = plain_code(${typed}) having count(*) = 1), '')`;
