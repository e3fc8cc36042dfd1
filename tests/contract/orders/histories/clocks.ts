import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '#backend/db/connect.ts';

const RealDate = Date;

/** Shifts this process's clock by `ms`; 0 sets it right. Timers continue as they are. */
export function setClock(ms: number): void {
  class ShiftedDate extends RealDate {
    constructor(...parts: unknown[]) {
      if (parts.length > 0) super(...(parts as [number]));
      else super(RealDate.now() + ms);
    }

    static override now(): number {
      return RealDate.now() + ms;
    }
  }
  vi.stubGlobal('Date', ms === 0 ? RealDate : ShiftedDate);
}

/** Shifts all times of orders and limits, as a jump of the database's clock by `minutes` would. */
export async function jump(db: Database, minutes: number): Promise<void> {
  const by = sql`${minutes}::int * interval '1 minute'`;
  await db.execute(sql`
    update orders set created_at = created_at - ${by}, reservation_expires_at = reservation_expires_at - ${by},
      paid_at = paid_at - ${by}
    -- In the one order of their locks: this is no part of the shop, and must not break a deadlock with it.
    where id in (select id from orders order by id for no key update)`);
  await db.execute(sql`
    update payments set created_at = created_at - ${by}, paid_at = paid_at - ${by}, asked_at = asked_at - ${by},
      next_at = next_at - ${by}, news_at = news_at - ${by}, claimed_until = claimed_until - ${by}`);
  await db.execute(sql`
    update payments set account = jsonb_set(account, '{expiresAt}',
      to_jsonb(to_char((account->>'expiresAt')::timestamptz at time zone 'UTC' - ${by}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where account is not null`);
  await db.execute(
    sql`update refunds set next_try_at = next_try_at - ${by}, sent_at = sent_at - ${by}, heard_at = heard_at - ${by}`,
  );
  await db.execute(sql`update rate_limits set ends_at = ends_at - ${by}`);
}
