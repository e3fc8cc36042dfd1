import { setTimeout as pause } from 'node:timers/promises';
import { and, desc, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { done } from '#backend/base/result.ts';
import { type FoundBy, type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { keepListedDisputes } from '#backend/payments/listed-disputes.ts';
import { askAbout, type Finder, keepPayments } from './keeping.ts';

/** Payments known from webhooks that one look asks about, newest first. */
const MOST_WEBHOOKS = 200;
/** Milliseconds between two questions about them: far below the provider's limit. */
const PAUSE_MS = 250;

/** The result of a look at the provider's list. */
export interface Found {
  /** The number of payments on the list that have our references. */
  listed: number;
  /** Those that are new and wait for the merchant. */
  added: PaymentRow[];
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
  const { providers } = finder;
  // First, so that no payment is shown that a bank takes back without a word of it.
  const disputes = await keepListedDisputes(finder, since, signal);
  const found: Found = { listed: 0, added: [] };
  for (const { name, lists } of providers) {
    const listed = await lists?.payments({
      from: since,
      to: new Date(),
      ...(signal && { signal }),
    });
    if (listed && !listed.ok) return listed;
    const rows = listed?.value ?? [];
    found.listed += rows.length;
    found.added.push(...(await keepPayments(finder, name, rows, by)));
  }
  found.added.push(...(await askAboutWebhooks(finder, { all: true, signal })));
  return disputes.ok ? done(found) : disputes;
}

/** Asks the providers about payments that webhooks have named, that no order has, and of which no money is known yet. */
export async function askAboutWebhooks(
  finder: Finder,
  { all = false, signal }: { all?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<PaymentRow[]> {
  const added: PaymentRow[] = [];
  const rows = await finder.db
    .select()
    .from(payments)
    .where(
      and(
        isNull(payments.orderId),
        isNull(payments.foundAt),
        all ? isNotNull(payments.nextAt) : lte(payments.nextAt, sql`now()`),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(MOST_WEBHOOKS);
  for (const [place, payment] of rows.entries()) {
    if (signal?.aborted) break;
    if (place > 0) await pause(PAUSE_MS);
    added.push(...(await askAbout(finder, payment)));
  }
  return added;
}
