import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type FoundBy, type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { nextNews } from '#backend/orders/rechecks.ts';
import type { ProviderName } from '#backend/payment-provider/names.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import { providerOf } from '#backend/payment-provider/providers.ts';
import type { AskParts } from '#backend/payments/asking.ts';
import { ownerOf } from '#backend/payments/shop-mark.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** The services that finding payments needs. */
export type Finder = AskParts;

/** Rows in one statement. */
const BATCH = 500;

/** The facts about a payment that was found. One that only a webhook has named lacks them. */
const FOUND = [
  'state',
  'askedKobo',
  'received',
  'currency',
  'providerId',
  'channel',
  'payer',
  'metadata',
  'paidAt',
  'createdAt',
  'nextAt',
  'newsAt',
  'foundBy',
  'foundAt',
  'otherShop',
  'settledAt',
] as const satisfies readonly (keyof PaymentRow)[];
const set = Object.fromEntries(
  FOUND.map((field) => [field, sql.raw(`excluded."${payments[field].name}"`)]),
);

/**
 * Keeps those of verified payments that no order has, each once. Those of other systems on the account are left out.
 * @returns the rows that are new and wait for the merchant.
 */
export async function keepPayments(
  parts: Pick<Finder, 'db' | 'settings' | 'log' | 'providers'>,
  provider: ProviderName,
  found: readonly ProviderPayment[],
  foundBy: FoundBy,
): Promise<PaymentRow[]> {
  const { db, settings, log } = parts;
  const added: PaymentRow[] = [];
  const lost = await withMetadata(parts, provider, await withoutOrder(db, settings, found));
  for (let from = 0; from < lost.length; from += BATCH) {
    const rows = lost.slice(from, from + BATCH).map((payment) => ({
      reference: payment.reference,
      provider,
      state: payment.state,
      askedKobo: payment.requestedAmountKobo,
      received: payment.amountKobo,
      currency: payment.currency,
      providerId: payment.id,
      channel: payment.channel,
      payer: payment.customer,
      metadata: payment.metadata,
      paidAt: payment.paidAt === null ? null : new Date(payment.paidAt),
      createdAt: payment.paidAt === null ? new Date() : new Date(payment.paidAt),
      foundBy,
      foundAt: sql`now()`,
      otherShop: ownerOf(payment, settings) === 'other shop',
      settledAt: payment.state === 'reversed' ? sql`now()` : null,
    }));
    added.push(
      ...(await db
        .insert(payments)
        .values(rows)
        .onConflictDoUpdate({
          target: payments.reference,
          set,
          setWhere: and(isNull(payments.orderId), isNull(payments.foundAt)),
        })
        .returning()),
    );
  }
  const open = added.filter(({ otherShop, settledAt }) => !otherShop && settledAt === null);
  for (const { providerId: transaction, received: amount, currency } of open) {
    log({ event: 'payment_without_order', level: 'error', transaction, amount, currency, foundBy });
  }
  return open;
}

/**
 * Asks the provider about listed payments whose metadata the list lacks: it says whose they are, and has the sealed order.
 * Those that are kept already are left out.
 */
async function withMetadata(
  { db, providers }: Pick<Finder, 'db' | 'providers'>,
  provider: ProviderName,
  lost: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const verify = providerOf(providers, provider)?.verify;
  const bare = lost.filter(({ metadata }) => metadata === null);
  if (!verify || bare.length === 0) return [...lost];
  const references = bare.map(({ reference }) => reference);
  const kept = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(inArray(payments.reference, references), isNotNull(payments.foundAt)));
  const known = new Set(kept.map(({ reference }) => reference));
  const whole: ProviderPayment[] = [];
  for (const payment of lost) {
    if (known.has(payment.reference)) continue;
    const asked = payment.metadata === null ? await verify(payment.reference) : null;
    whole.push(asked?.ok ? asked.value : payment);
  }
  return whole;
}

/** Those of verified payments that have a reference of our form, which no order has. */
export async function withoutOrder(
  db: Pick<Database, 'select'>,
  settings: Pick<Settings, 'SITE_URL'>,
  found: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const left: ProviderPayment[] = [];
  const ours = found.filter((payment) => ownerOf(payment, settings) !== 'other system');
  for (let from = 0; from < ours.length; from += BATCH) {
    const some = ours.slice(from, from + BATCH);
    const references = some.map(({ reference }) => reference);
    const known = await db
      .select({ reference: payments.reference })
      .from(payments)
      .where(and(inArray(payments.reference, references), isNotNull(payments.orderId)));
    const have = new Set(known.map(({ reference }) => reference));
    left.push(...some.filter(({ reference }) => !have.has(reference)));
  }
  return left;
}

/**
 * Asks the provider about a payment that a webhook named and no order has. One that has arrived is kept, and so is
 * one that has gone back since. What the provider cannot answer now is asked by a later round.
 * @returns the rows that are new and wait for the merchant.
 */
export async function askAbout(finder: Finder, payment: PaymentRow): Promise<PaymentRow[]> {
  const { db, providers, log } = finder;
  const { reference, provider, createdAt } = payment;
  const outcome = await providerOf(providers, provider)?.verify?.(reference);
  if (!outcome?.ok) {
    const { code, message } = outcome?.refusal ?? { code: 'no_provider', message: provider };
    log({ event: 'payment_without_order_not_asked', code, message });
  }
  const isOurs = eq(payments.reference, reference);
  const state = outcome?.ok ? outcome.value.state : null;
  if (outcome?.ok && (state === 'succeeded' || state === 'reversed')) {
    if (state === 'reversed')
      await db
        .update(payments)
        .set({ state, settledAt: sql`coalesce(settled_at, now())` })
        .where(and(isOurs, isNull(payments.orderId), isNotNull(payments.foundAt)));
    return keepPayments(finder, provider, [outcome.value], 'webhook');
  }
  await db
    .update(payments)
    .set({ nextAt: nextNews(createdAt, new Date()) })
    .where(and(isOurs, isNull(payments.foundAt)));
  return [];
}
