import { sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Scope } from '#domain/promotions/promotion.ts';

/** Updates promotions for a product, brand or category, in any spelling, to its new id or name. */
export const renameInPromotions = (
  transaction: Transaction,
  of: Exclude<Scope['of'], 'all'>,
  from: string,
  to: string,
) =>
  transaction.execute(sql`
    update promotions set scope = jsonb_set(scope, '{names}', (
      select jsonb_agg(case when match_key(name) = match_key(${from}) then ${to}::text else name end order by n)
      from jsonb_array_elements_text(scope->'names') with ordinality as each(name, n)))
    where scope->>'of' = ${of} and exists (
      select from jsonb_array_elements_text(scope->'names') as name where match_key(name) = match_key(${from}))`);
