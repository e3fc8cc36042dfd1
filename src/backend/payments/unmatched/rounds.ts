import { sql } from 'drizzle-orm';
import type { Task } from '#backend/base/background.ts';
import { claimLostTime } from '#backend/lost-time/lost-times.ts';
import { watchDatabase } from '#backend/lost-time/mark.ts';
import { onceANight } from '#backend/lost-time/nights.ts';
import type { LostTime } from '#backend/lost-time/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import type { Ask } from '#backend/payments/asking.ts';
import { CLOCK_DIFFERENCE_MS, catchUp } from '#backend/refunds/catching-up.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { tellMerchant } from './email.ts';
import { askAboutWebhooks, findPayments } from './finding.ts';
import type { Finder } from './keeping.ts';

/** Within a minute after a failover the pages show what the catalogue has. */
const PAUSE_MS = 20_000;
/** Reading a long list takes minutes. */
const DEADLINE_MS = 5 * 60_000;
/** The services that a round needs. */
export interface Rounds extends Finder {
  ask: Ask;
}

/**
 * Looks three times a minute whether the database has lost anything, and finds the payments that no order has:
 * after a loss at once, and once a night. Any number of processes may run it.
 */
export const unmatchedTask = (rounds: Rounds): Task => ({
  failure: 'payments_round_failed',
  pauseMs: PAUSE_MS,
  deadlineMs: DEADLINE_MS,
  round: (signal) => lookForPayments(rounds, signal),
});

/** One round. */
export async function lookForPayments(rounds: Rounds, signal?: AbortSignal): Promise<void> {
  const { db, settings, log } = rounds;
  await watchDatabase({ db, dataDir: settings.DATA_DIR, log });
  await claimLostTime(db, (lost) => askAboutLostTime(rounds, lost, signal));
  await onceANight(db, (since) =>
    // Money may come for so long after a payment began.
    find(rounds, { since: new Date(since.getTime() - MONEY_COMES_MS), by: 'night', signal }),
  );
  await askAboutWebhooks(rounds, { signal });
  await tellMerchant(rounds);
}

/** Whether the provider's list could be read. */
async function find(rounds: Rounds, wanted: Parameters<typeof findPayments>[1]): Promise<boolean> {
  const found = await findPayments(rounds, wanted);
  if (found.ok) return true;
  const { code, message } = found.refusal;
  rounds.log({ event: 'payments_not_listed', code, message });
  return false;
}

/**
 * Asks the provider about a time that the database has lost: which payments it has without an order, what it has
 * paid back, and the states of the orders. @returns whether it could be asked.
 */
async function askAboutLostTime(
  rounds: Rounds,
  { lostFrom }: LostTime,
  signal?: AbortSignal,
): Promise<boolean> {
  const { db, settings, ask, log } = rounds;
  const unheard = await catchUp(rounds, lostFrom, ask);
  if (unheard !== null) {
    log({ event: 'refunds_not_listed', message: unheard });
    return false;
  }
  // The lost database may have had answers that this one lacks. The sweeper asks again, a few in each round.
  const since = lostFrom.toISOString();
  await db.execute(sql`
    update ${payments} set next_at = now() from orders o where o.id = order_id and (
      o.status = 'pending'
      or o.status = 'paid' and o.reversed_at is null and o.paid_at > ${since}::timestamptz - ${settings.RECHECK_DAYS}::int * interval '1 day'
      or o.status in ('failed', 'cancelled') and o.created_at > ${since}::timestamptz - ${MONEY_COMES_MS} * interval '1 millisecond')`);
  // Refunds under way may have ended. Those without an answer ('requested') stay with the process that sends them.
  await db.execute(
    sql`update ${refunds} set next_try_at = now() where status <> 'requested' and next_try_at > now()`,
  );
  return find(rounds, {
    since: new Date(lostFrom.getTime() - CLOCK_DIFFERENCE_MS),
    by: 'lost-time',
    signal,
  });
}
