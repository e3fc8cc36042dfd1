import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type {
  ListedRefund,
  Outcome,
  ProviderPayment,
  RefundCalls,
} from '#backend/payment-provider/provider.ts';
import { readRefund } from './answers.ts';
import { withAmount } from './json.ts';
import { daysAround, readPages } from './list-calls.ts';
import { nairaOf } from './money.ts';
import { request } from './request.ts';

/** Finds a payment by our reference, or by Flutterwave's number. */
type Find = (by: { reference: string } | { id: string }) => Promise<Outcome<ProviderPayment>>;

/** Returns the calls of Flutterwave that pay money back. They know a payment by its number alone. */
export const createRefundCalls = (http: RequestSettings, find: Find): RefundCalls => ({
  sendsOnce: true,

  async make({ reference, providerId, amountKobo, merchantNote }) {
    const known = providerId === '' ? await find({ reference }) : done({ id: providerId });
    if (!known.ok) return known;
    const { id } = known.value;
    const path = `/transactions/${encodeURIComponent(id)}/refund`;
    const body = withAmount(nairaOf(amountKobo), { comments: merchantNote });
    const answer = await request(http, 'POST', path, body);
    if (!answer.ok) return answer;
    const refund = readRefund(answer.value.data);
    if (refund?.payment === id && refund.amount === amountKobo) return done(refund);
    return refuse('bad_answer', 'refund answered without our payment and amount');
  },

  async of({ reference, providerId, since }) {
    const known = providerId === '' ? await find({ reference }) : done({ id: providerId });
    if (!known.ok) return known.refusal.code === 'unknown_reference' ? done([]) : known;
    const listed = await refundsSince(http, since, { id: known.value.id });
    return listed.ok
      ? done(listed.value.filter(({ payment }) => payment === known.value.id))
      : listed;
  },

  async since(time) {
    const listed = await refundsSince(http, time, {});
    if (!listed.ok) return listed;
    const found: ListedRefund[] = [];
    for (const [id, refunds] of Map.groupBy(listed.value, ({ payment }) => payment)) {
      const payment = await find({ id });
      if (!payment.ok && payment.refusal.code !== 'unknown_reference') return payment;
      const { reference } = payment.ok ? payment.value : { reference: '' };
      if (isReference(reference)) found.push(...refunds.map((each) => ({ ...each, reference })));
    }
    return done(found);
  },
});

const refundsSince = (http: RequestSettings, since: Date, narrowed: Record<string, string>) =>
  readPages(
    http,
    '/refunds',
    { ...narrowed, ...daysAround(since, new Date()), currency: 'NGN' },
    (row) => {
      const refund = readRefund(row);
      return refund ? done(refund) : refuse('bad_answer', '/refunds answered in another format');
    },
  );
