import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import type { Finding } from './finding.ts';

/** The failed payment starts that make an incident. A single one may be the shopper's own fault. */
const TRIES = 2;

/**
 * Checks whether shoppers get a payment page. They have stopped if all tries for at least the last `minutes` got none,
 * because the provider was silent or refused. Reads the orders, so all processes agree.
 */
export async function lookAtPayments(db: Database, minutes: number): Promise<Finding> {
  const { rows } = await db.execute<{
    tries: number;
    provider: ProviderName | null;
    since: string | null;
    tried_lately: boolean;
    long_enough: boolean;
    page: boolean;
  }>(sql`
    with recent as (
      select o.created_at, p.provider, p.page, o.status, p.asked_at from orders o join payments p on p.reference = o.reference
      where o.created_at > now() - interval '1 day'
    ), page as (
      select max(created_at) as at from recent where page is not null
    )
    select count(failed.created_at)::int as tries, max(failed.provider) as provider, min(failed.created_at)::text as since,
      coalesce(max(failed.created_at) > now() - ${minutes}::int * interval '1 minute', false) as tried_lately,
      coalesce(min(failed.created_at) <= now() - ${minutes}::int * interval '1 minute', false) as long_enough,
      page.at is not null as page
    from page left join recent as failed on failed.page is null
      and failed.created_at > coalesce(page.at, '-infinity')
      -- The provider has answered with an error, or not in time. Otherwise the call is still running.
      and (failed.status <> 'pending' or failed.asked_at is not null)
    group by page.at`);
  const [found] = rows;
  if (!found) return { state: 'unknown' };
  if (found.tries === 0) return { state: found.page ? 'works' : 'unknown' };
  if (found.tries < TRIES || !found.tried_lately || !found.long_enough || !found.since) {
    return { state: 'unknown' };
  }
  const reason = `${wordsOf(found.provider ?? undefined).name} gave no page to pay on to any of ${found.tries} orders.`;
  return { state: 'stopped', since: new Date(found.since), reason };
}
