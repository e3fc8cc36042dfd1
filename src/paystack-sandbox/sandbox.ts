import { Hono } from 'hono';
import { SMALLEST_PAYMENT_KOBO } from '#domain/money/smallest-payment.ts';
import { refuse, transactionApi } from '#sandbox/api/api.ts';
import { bankApi } from '#sandbox/api/banks.ts';
import { chargeApi } from '#sandbox/api/charge.ts';
import { disputeApi } from '#sandbox/api/disputes.ts';
import { refundApi } from '#sandbox/api/refunds.ts';
import { REFUSALS } from '#sandbox/api/refusal.ts';
import { type Fault, Faults, falsify } from '#sandbox/faults/faults.ts';
import { faultRoutes } from '#sandbox/faults/routes.ts';
import { falsifyData, flutterwaveApi } from '#sandbox/flutterwave/api.ts';
import { completed, refundMessage } from '#sandbox/flutterwave/data.ts';
import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import { openJournal } from '#sandbox/ledger/journal.ts';
import { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { accountRoutes } from '#sandbox/pages/account-page.ts';
import { eventRoutes } from '#sandbox/pages/event-routes.ts';
import { hostedPages } from '#sandbox/pages/hosted-pages.ts';
import { eventData, REJECTED, rejectedData } from '#sandbox/webhooks/event-data.ts';
import { Webhooks } from '#sandbox/webhooks/webhooks.ts';

export interface SandboxOptions {
  /** The key that shop and sandbox share. It authorises calls and signs webhooks. */
  secretKey: string;
  /** The key and the secret hash for the calls of Flutterwave, under /v3. */
  flutterwave?: { secretKey: string; hash: string } | undefined;
  /** The sandbox's address for browsers: `http://127.0.0.1:4322`. */
  publicUrl: string;
  /** The address that receives webhooks. Without it none is sent. */
  webhookUrl?: string | undefined;
  /** The file that keeps transactions and webhooks over a restart. Without it they are kept in memory. */
  store?: string | undefined;
  /** The smallest amount that it takes, in kobo; 5,000 by default. */
  smallestKobo?: number | undefined;
  /** ms since 1970; the system's clock by default. */
  clock?: (() => number) | undefined;
  /** ms between 'Bank transfer' and the arrival of the money; 6000 by default. */
  transferDelayMs?: number | undefined;
  /** ms between the attempts to deliver a webhook. There is one attempt more than there are pauses. */
  webhookPausesMs?: readonly number[] | undefined;
}

export interface Sandbox {
  app: Hono;
  /** Stops timers and webhooks and closes the store. */
  close(): Promise<void>;
}

/** The keys of a sandbox without Flutterwave: no call has them. */
const NO_FLUTTERWAVE = { secretKey: '', hash: '' };

/**
 * Creates a payment provider for development and tests. It answers the APIs of Paystack and Flutterwave on this machine:
 * transaction calls, hosted page, webhooks. Both have the same ledger, so faults and pages are the same. No money moves.
 * Tests order faults at /sandbox/faults, and refunds and disputes at /sandbox/events.
 * @throws Error with a sentence to show, if the store cannot be read.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { secretKey, webhookUrl: url, smallestKobo = SMALLEST_PAYMENT_KOBO } = options;
  const { flutterwave = NO_FLUTTERWAVE } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const clock = options.clock ?? Date.now;
  const journal = openJournal(options.store);
  const faults = new Faults();
  const webhooks = new Webhooks({
    secretKey,
    flutterwaveHash: flutterwave.hash,
    url,
    journal,
    clock,
    pausesMs: options.webhookPausesMs,
  });
  const ledger = new Ledger({
    journal,
    clock,
    transferDelayMs: options.transferDelayMs ?? 6000,
    onSuccess: (record) => tell('charge.success', record),
    // Paystack tells of successes alone.
    onDeclined: (record) => {
      if (record.face === 'flutterwave') tell('charge.success', record);
    },
    onRejected: (record, amount) => {
      const message = { event: REJECTED, data: rejectedData(record, amount) };
      webhooks.send({ event: REJECTED, reference: record.reference, message });
    },
  });

  /** Sends the webhook of an event of a transaction, with its fault if one was ordered. */
  function tell(event: PaymentEvent, record: TransactionRecord): void {
    const { face, reference, email } = record;
    const fault = faults.take('webhook', email, face);
    const message = messageOf(event, record, fault);
    if (fault?.kind === 'lost' || !message) return;
    const hash = fault?.kind === 'wrong_hash' ? 'wrong' : 'right';
    const about = {
      event,
      reference,
      face,
      hash: fault?.kind === 'no_hash' ? 'missing' : hash,
    } as const;
    webhooks.send({ ...about, message }, fault?.kind === 'late' ? fault.delayMs : 0);
    if (fault?.kind === 'twice') webhooks.send({ ...about, message });
  }

  /** Returns the webhook of an event as its provider writes it. Null if the provider sends none. */
  function messageOf(event: PaymentEvent, record: TransactionRecord, fault: Fault | null) {
    if (record.face === 'paystack') {
      const data = eventData(event, record);
      return { event, data: fault ? falsify(fault, data) : data };
    }
    const refund = record.refunds.at(-1);
    if (event.startsWith('refund.') && refund) return refundMessage(record, refund);
    if (event !== 'charge.success') return null;
    const { data, ...rest } = completed(record);
    return { ...rest, data: fault ? falsifyData(fault, data) : data };
  }

  const app = new Hono();
  const calls = { ledger, faults, secretKey, publicUrl, smallestKobo };
  app.route('/transaction', transactionApi(calls));
  app.route('/charge', chargeApi(calls));
  app.route('/refund', refundApi({ ledger, faults, secretKey, tell }));
  app.route('/bank', bankApi({ ledger, faults, secretKey }));
  app.route('/dispute', disputeApi({ ledger, faults, secretKey }));
  app.get('/sandbox/webhooks', (c) => c.json({ url: url ?? null, deliveries: webhooks.log() }));
  app.route('/sandbox/faults', faultRoutes(faults));
  app.route('/sandbox/events', eventRoutes({ ledger, tell }));
  app.route('/sandbox/accounts', accountRoutes(ledger));
  app.route('/', hostedPages({ ledger, faults }));
  const { secretKey: flutterwaveKey } = flutterwave;
  app.route('/v3', flutterwaveApi({ ...calls, secretKey: flutterwaveKey, tell }));
  app.notFound((c) => refuse(c, REFUSALS.noSuchCall));

  const close = async () => {
    ledger.close();
    await webhooks.close();
    journal.close();
  };
  return { app, close };
}
