import { done, refuse } from '#backend/base/result.ts';
import { payPage } from '#backend/payment-provider/http.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { initialized, readVerified } from './answers.ts';
import { createCheckCalls } from './check-calls.ts';
import { createListCalls } from './list-calls.ts';
import { createRefundCalls } from './refund-calls.ts';
import { isAccepted, refusal } from './refusal.ts';
import { request } from './request.ts';
import { createTransferCalls } from './transfer-calls.ts';
import { readWebhook } from './webhook.ts';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1600;
/** Milliseconds to open an account. If that is slow, the shopper is sent to the hosted page, which takes as long again. */
const TRANSFER_MS = 5000;

export interface PaystackSettings {
  secretKey: string;
  baseUrl: string;
  /** Milliseconds for one call (setting PAYSTACK_TIMEOUT_MS). 10 s by default. */
  timeoutMs?: number | undefined;
  /** See `PaymentProvider.pauseMs` (setting PAYSTACK_PAUSE_MS). 1.6 s by default. */
  pauseMs?: number | undefined;
  /** Hosts that a page to pay on may have, with any unusual port: `checkout.paystack.com`. */
  allowedHosts: readonly string[];
}

/** The adapter of Paystack. Its messages name payments by our reference. */
export type Paystack = Required<Omit<PaymentProvider, 'referenceOf'>>;

/** Returns the provider that a shop's settings name. */
export const paystackOf = (
  settings: Pick<
    Settings,
    `PAYSTACK_${'SECRET_KEY' | 'URL' | 'PAGE_HOSTS' | 'TIMEOUT_MS' | 'PAUSE_MS'}`
  >,
): Paystack =>
  createPaystack({
    secretKey: settings.PAYSTACK_SECRET_KEY,
    baseUrl: settings.PAYSTACK_URL,
    allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
    timeoutMs: settings.PAYSTACK_TIMEOUT_MS,
    pauseMs: settings.PAYSTACK_PAUSE_MS,
  });

/** Returns the adapter of Paystack. The sandbox answers the same calls. */
export function createPaystack(settings: PaystackSettings): Paystack {
  const { secretKey, baseUrl, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = settings;
  const http = { secretKey, baseUrl, timeoutMs };

  return {
    name: 'paystack',
    transfers: createTransferCalls({ ...http, timeoutMs: Math.min(timeoutMs, TRANSFER_MS) }),
    refunds: createRefundCalls(http),
    lists: createListCalls(http),
    check: createCheckCalls(http),
    pauseMs,
    timeoutMs,

    async begin({ reference, email, amountKobo, callbackUrl, cancelUrl, metadata }) {
      const outcome = await request(http, 'POST', '/transaction/initialize', {
        reference,
        email,
        amount: amountKobo,
        currency: 'NGN',
        callback_url: callbackUrl,
        metadata: { ...metadata, ...(cancelUrl !== undefined && { cancel_action: cancelUrl }) },
      });
      if (!outcome.ok) return outcome;
      if (!isAccepted(outcome.value)) return refusal(outcome.value, 'initialize');
      const data = initialized.safeParse(outcome.value.data);
      if (!data.success || data.data.reference !== reference) {
        return refuse('bad_answer', 'initialize answered without our reference and a page');
      }
      const page = payPage(data.data.authorization_url, settings.allowedHosts);
      if (!page) {
        return refuse('bad_answer', 'initialize answered a page on a host that is not allowed');
      }
      return done({ page });
    },

    async verify(reference) {
      // '..' would reach another call. Paystack accepts only these characters anyway.
      if (!/^[A-Za-z0-9\-.=,]+$/.test(reference) || /^\.{1,2}$/.test(reference)) {
        return refuse('unknown_reference', 'Not a payment reference');
      }
      const path = `/transaction/verify/${encodeURIComponent(reference)}`;
      const outcome = await request(http, 'GET', path);
      if (!outcome.ok) return outcome;
      if (!isAccepted(outcome.value)) return refusal(outcome.value, 'verify');
      const read = readVerified(outcome.value.data);
      if (!read.transaction) return refuse('bad_answer', `verify answered ${read.faults}`);
      if (read.transaction.reference !== reference) {
        return refuse('bad_answer', 'verify answered about another reference');
      }
      return done(read.transaction);
    },

    readNews: (body, headers) =>
      readWebhook(secretKey, body, headers.get('x-paystack-signature') ?? undefined),
  };
}
