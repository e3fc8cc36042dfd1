import { createHmac } from 'node:crypto';
import { refuse } from '#backend/base/result.ts';
import type { PaymentProvider, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { stateOf } from '#backend/paystack/transaction.ts';
import { readWebhook } from '#backend/paystack/webhook.ts';

const KEY = 'sk_test_fake';

/** A test's change of a payment, with Paystack's status. */
export type PaystackPayment = Partial<ProviderPayment> & { status?: Parameters<typeof stateOf>[0] };

/** A Paystack whose answers a test decides. */
export interface FakePaystack extends Required<Omit<PaymentProvider, 'check' | 'referenceOf'>> {
  /** 0, so that a test need not wait. */
  pauseMs: number;
  /** The answer of initialize, until it is set to null. */
  refuseWith: Awaited<ReturnType<PaymentProvider['begin']>> | null;
  /** Whether verify fails, as when the network is down. */
  down: boolean;
  /** Milliseconds that initialize takes. */
  delay: number;
  initialized: string[];
  verified: string[];
  /** Changes verify's answer for a reference from now on. */
  become(reference: string, change: PaystackPayment): void;
  /** Returns a signed webhook of that name in Paystack's shape. `data` replaces its contents. */
  webhook(reference: string, event?: string, data?: object): SignedWebhook;
}

export interface SignedWebhook {
  body: string;
  signature: string;
  headers: Headers;
}

/** Signs a possible event of Paystack. */
export function signed(event: unknown): SignedWebhook {
  const body = JSON.stringify(event);
  const signature = createHmac('sha512', KEY).update(body).digest('hex');
  return { body, signature, headers: new Headers({ 'x-paystack-signature': signature }) };
}

/** Returns the `data` of a webhook: a charge has an id and a reference, a refund neither, a dispute its own id. */
function dataOf(event: string, reference: string): object {
  if (event.startsWith('refund.')) {
    const status = event.slice('refund.'.length);
    return { status, transaction_reference: reference, refund_reference: null, currency: 'NGN' };
  }
  if (!event.startsWith('charge.dispute.')) return { id: `id-${reference}`, reference };
  const status = event.endsWith('.resolve') ? 'resolved' : 'awaiting-merchant-feedback';
  const transaction = { id: `id-${reference}`, reference };
  return { id: 358_950, status, resolution: null, transaction, transaction_reference: null };
}

/** @param name - of the provider that it stands for. Its messages are those of Paystack. */
export function createFakePaystack(name: 'paystack' | 'flutterwave' = 'paystack'): FakePaystack {
  const transactions = new Map<string, ProviderPayment>();
  const fake: FakePaystack = {
    name,
    timeoutMs: 10_000,
    pauseMs: 0,
    refuseWith: null,
    down: false,
    delay: 0,
    initialized: [],
    verified: [],
    become(reference, { status, ...change }) {
      const known = transactions.get(reference);
      if (!known) throw new Error(`${reference} was never initialized`);
      transactions.set(reference, { ...known, ...(status && stateOf(status)), ...change });
    },
    webhook: (reference, event = 'charge.success', data = {}) =>
      signed({ event, data: { ...dataOf(event, reference), ...data } }),
    async begin({ reference, amountKobo, email, metadata = {} }) {
      fake.initialized.push(reference);
      if (fake.delay) await new Promise((done) => setTimeout(done, fake.delay));
      if (fake.refuseWith) return fake.refuseWith;
      if (transactions.has(reference)) return refuse('duplicate_reference', 'Duplicate');
      transactions.set(reference, {
        id: `id-${reference}`,
        reference,
        ...stateOf('abandoned'),
        amountKobo,
        requestedAmountKobo: amountKobo,
        currency: 'NGN',
        channel: null,
        paidAt: null,
        customer: { email },
        metadata,
      });
      return { ok: true, value: { page: `https://checkout.paystack.com/${reference}` } };
    },
    // The account takes whatever a test makes of the payment. It ends half an hour before it must.
    transfers: {
      async open({ expiresAt, ...payment }) {
        const begun = await fake.begin(payment);
        if (!begun.ok) return begun;
        const account = { bank: 'Titan Trust Bank', number: '1260257501', name: 'PAYSTACK SHOP' };
        const end = new Date(expiresAt.getTime() - 30 * 60_000);
        return { ok: true, value: { ...account, expiresAt: end.toISOString() } };
      },
    },
    async verify(reference) {
      fake.verified.push(reference);
      // About as long as a network takes, so that simultaneous requests overlap.
      await new Promise((done) => setTimeout(done, 10));
      if (fake.down) return refuse('network', 'down');
      const value = transactions.get(reference);
      return value ? { ok: true, value } : refuse('unknown_reference', 'Unknown');
    },
    // Refunds and listed disputes are tested with the sandbox.
    refunds: {
      make: async () => refuse('rejected', 'This Paystack makes no refunds'),
      of: async () => ({ ok: true, value: [] }),
      since: async () => ({ ok: true, value: [] }),
    },
    lists: {
      disputes: async () => ({ ok: true, value: [] }),
      // As Paystack does, without refunded ones.
      async payments() {
        if (fake.down) return refuse('network', 'down');
        const paid = [...transactions.values()].filter(({ state }) => state === 'succeeded');
        return { ok: true, value: paid.reverse() };
      },
    },
    readNews: (body, headers) =>
      readWebhook(KEY, body, headers.get('x-paystack-signature') ?? undefined),
  };
  return fake;
}

/** A successful payment by card. */
export const SUCCESS = {
  status: 'success',
  channel: 'card',
  // Of today: a payment older than RECHECK_DAYS is no longer checked.
  paidAt: new Date().toISOString(),
} as const satisfies PaystackPayment;
