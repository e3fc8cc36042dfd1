import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { RefundCalls } from '#backend/payment-provider/provider.ts';
import { readPages } from './pages.ts';
import { createRefundAccountCalls } from './refund-account-calls.ts';
import { readCreated, readListed } from './refund-answers.ts';
import { request } from './request.ts';

/** Refunds in one answer; Paystack gives no more. */
const PER_PAGE = 100;
const MOST_PAGES = 20;

/** Returns the calls of Paystack that pay money back. */
export const createRefundCalls = (http: RequestSettings): RefundCalls => ({
  async make({ reference, amountKobo, merchantNote }) {
    const outcome = await request(http, 'POST', '/refund', {
      transaction: reference,
      amount: amountKobo,
      currency: 'NGN',
      merchant_note: merchantNote,
    });
    if (!outcome.ok) return outcome;
    const { httpStatus, status, message, data } = outcome.value;
    if (httpStatus >= 300 && !status) return refuse('rejected', message || `HTTP ${httpStatus}`);
    const refund = status && httpStatus < 300 ? readCreated(data, reference) : null;
    if (refund?.amount === amountKobo) return done(refund);
    return refuse('bad_answer', 'refund answered without our payment and amount');
  },

  // The description of Paystack's API lacks `transaction`, its documentation has it. So the answer is filtered, too.
  async of({ reference, providerId, since }) {
    const listed = await refundsSince(http, since, { transaction: providerId });
    if (!listed.ok) return listed;
    return done(listed.value.filter((refund) => refund.reference === reference));
  },

  since: (time) => refundsSince(http, time, {}),
  accounts: createRefundAccountCalls(http),
});

const refundsSince = (http: RequestSettings, since: Date, narrowed: Record<string, string>) =>
  readPages(http, {
    name: 'refunds',
    path: '/refund',
    query: { ...narrowed, from: since.toISOString() },
    perPage: PER_PAGE,
    mostPages: MOST_PAGES,
    read(row) {
      const refund = readListed(row);
      return refund ? done(refund) : refuse('bad_answer', 'refunds answered in another format');
    },
  });
