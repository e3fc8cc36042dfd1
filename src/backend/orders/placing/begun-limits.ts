import { type SQL, sql } from 'drizzle-orm';
import { type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { keyOf, type Limit, release, waitInWords } from '#backend/limits/rate-limits.ts';

const MINUTES = 10;
const window = { seconds: MINUTES * 60 };

/** Orders that one customer may begin in ten minutes: enough for every change of mind. */
const BEGUN: Limit = { name: 'orders begun', max: 20, ...window };
const BEGUN_BY_NETWORK = 'orders begun by network';

/** The shopper who begins an order. */
interface Beginner {
  email: string;
  accountId: string | null;
  /** Network address. Null when not known: then nothing is counted. */
  address: string | null;
}

/**
 * Returns the limits that an order counts against. A customer is counted at one network address, so that nobody
 * elsewhere uses up her limit. Thousands on a phone network share an address: only unpaid orders count against it.
 */
function counted({ email, accountId, address }: Beginner, perAddress: number): [Limit, string][] {
  if (address === null) return [];
  return [
    [BEGUN, `${address} ${accountId ?? email}`],
    [{ name: BEGUN_BY_NETWORK, max: perAddress, ...window }, address],
  ];
}

/**
 * The parts of a statement that counts an order that is begun: two `with` queries, and what they find. Nothing is counted
 * if a limit is full, or unless `wanted`. The statement belongs to the transaction that makes the order, so that one that
 * is refused does not count. The caller has locked customer and network address.
 */
export function countingBegun(
  beginner: Beginner,
  { begunPerAddress }: { begunPerAddress: number },
  wanted: SQL,
): { filled: SQL; counted: SQL; secondsToWait: SQL<number | null> } {
  const limits = counted(beginner, begunPerAddress);
  const keys = sql.param(limits.map(([limit, subject]) => keyOf(limit, subject)));
  const most = sql.param(limits.map(([limit]) => limit.max));
  const each = sql`unnest(${keys}::text[], ${most}::int[]) as each(key, most)`;
  return {
    filled: sql`
      select r.ends_at from ${each} join rate_limits r on r.key = each.key
      where r.ends_at > now() and r.count >= each.most`,
    counted: sql`
      insert into rate_limits as r (key, count, ends_at)
      select each.key, 1, now() + ${window.seconds} * interval '1 second' from ${each}
      where ${wanted} and not exists (select from filled) order by each.key
      on conflict (key) do update set
        count = case when r.ends_at <= now() then 1 else r.count + 1 end,
        ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
      returning key`,
    secondsToWait: sql`(select ceil(extract(epoch from max(ends_at) - now()))::int from filled)`,
  };
}

/** The refusal when a limit is full: rate_limited, with the seconds to wait. Null when none is. */
export function refuseBegun(secondsToWait: number | null): Result<never> | null {
  if (secondsToWait === null) return null;
  return refuse(
    'rate_limited',
    `Many orders were begun from your connection that nobody has paid for. Pay for yours if you have begun one, or try again in ${waitInWords(secondsToWait)}.`,
    { retryAfter: Math.max(secondsToWait, 1) },
  );
}

/** Takes an order off the counts once it is paid. */
export async function forgetBegun(db: Database, order: Beginner): Promise<void> {
  await release(db, ...counted(order, 0));
}
