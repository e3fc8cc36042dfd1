import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { done } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { keepListedDisputes } from '#backend/payments/listed-disputes.ts';
import { askAbout, type Finder, keepPayments, matchOrders } from './keeping.ts';
import type { FoundBy, UnmatchedPayment } from './tables.ts';

/** References of webhooks that one look asks about, newest first. */
const MOST_WEBHOOKS = 200;
/** Milliseconds between two questions about them: far below the provider's limit. */
const PAUSE_MS = 250;

/** What a look at the provider's list has found. */
export interface Found {
  /** Payments with references of ours that the list has. */
  listed: number;
  /** Those that are new and wait for the merchant. */
  added: UnmatchedPayment[];
}

/**
 * Reads the provider's lists of payments and disputes since a time, and the webhooks of references that no order
 * has, and keeps what is new. Payments are kept also when the provider does not list the disputes; then it fails
 * all the same.
 * @throws what the signal says.
 */
export async function findPayments(
  finder: Finder,
  { since, by, signal }: { since: Date; by: FoundBy; signal?: AbortSignal | undefined },
): Promise<Outcome<Found>> {
  const { db, paystack } = finder;
  await matchOrders(db);
  // First, so that no payment is shown that a bank takes back without a word of it.
  const disputes = await keepListedDisputes(finder, since, signal);
  const listed = await paystack.list({
    from: since,
    to: new Date(),
    ...(signal && { signal }),
  });
  if (!listed.ok) return listed;
  const added = await keepPayments(finder, listed.value, by);
  added.push(...(await askAboutWebhooks(finder, { signal })));
  return disputes.ok ? done({ listed: listed.value.length, added }) : disputes;
}

/**
 * Asks the provider about references that webhooks have named, that no order has, and about which it has not
 * answered yet.
 */
export async function askAboutWebhooks(
  finder: Finder,
  { minutes, signal }: { minutes?: number; signal?: AbortSignal | undefined } = {},
): Promise<UnmatchedPayment[]> {
  const added: UnmatchedPayment[] = [];
  for (const [place, reference] of (await unknownReferences(finder.db, minutes)).entries()) {
    if (signal?.aborted) break;
    if (place > 0) await pause(PAUSE_MS);
    added.push(...(await askAbout(finder, reference)));
  }
  return added;
}

/** The condition for a reference of our form (base/ids.ts), without what needs TypeScript. */
const isOurs = sql`w.reference like 'tr-%' and length(w.reference) = 29`;

/** @param minutes - how far back; undefined for all that was received. */
async function unknownReferences(db: Database, minutes?: number): Promise<string[]> {
  const recent =
    minutes === undefined
      ? sql`true`
      : sql`w.received_at > now() - ${minutes}::int * interval '1 minute'`;
  const { rows } = await db.execute<{ reference: string }>(sql`
    select w.reference from webhook_events w where ${isOurs} and ${recent}
      and not exists (select from orders o where o.reference = w.reference)
      and not exists (select from unmatched_payments u where u.reference = w.reference)
    group by w.reference order by max(w.received_at) desc limit ${MOST_WEBHOOKS}`);
  return rows.map(({ reference }) => reference);
}
