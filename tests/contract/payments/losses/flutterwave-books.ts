import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import { readRefund, readTransaction } from '#backend/flutterwave/answers.ts';
import { parseJson } from '#backend/flutterwave/json.ts';
import { HASH_HEADER, readWebhook } from '#backend/flutterwave/webhook.ts';
import type {
  ListedRefund,
  PaymentProvider,
  ProviderPayment,
} from '#backend/payment-provider/provider.ts';
import {
  completed,
  isTried,
  listData,
  listedRefund,
  refundData,
  refundMessage,
  verifyData,
} from '#sandbox/flutterwave/data.ts';
import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import { refundable } from '#sandbox/ledger/returns.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { type Message, network, type SharedLedger } from './shared-ledger.ts';

export type FlutterwaveBooks = Required<Omit<PaymentProvider, 'check' | 'transfers'>>;

const HASH = 'a hash that the owner has typed';

/** Returns Flutterwave's message of an event. */
export function flutterwaveMessage(event: PaymentEvent, record: TransactionRecord): Message {
  const refund = record.refunds.at(-1);
  const isRefund = event.startsWith('refund.') && refund !== undefined;
  return {
    body: JSON.stringify(isRefund ? refundMessage(record, refund) : completed(record)),
    headers: new Headers({ [HASH_HEADER]: HASH }),
  };
}

/** Returns data as the shop's adapter has it after it has parsed an answer. */
const parsed = (data: object) => parseJson(JSON.stringify(data));

const read = (data: object): ProviderPayment => {
  const { payment } = readTransaction(parsed(data));
  if (!payment) throw new Error('The ledger has what the shop cannot read');
  return payment;
};

/** Returns Flutterwave, whose payments are in the shared ledger. It knows a payment only once somebody has tried to pay. */
export function flutterwaveOver({
  ledger,
  earlier,
  alter,
  takeRefundFault,
  send,
}: SharedLedger): FlutterwaveBooks {
  const tried = () => ledger().all('flutterwave').filter(isTried).map(earlier);
  const refundsSince = (records: readonly TransactionRecord[], since: Date): ListedRefund[] =>
    records.flatMap((record) =>
      record.refunds
        .filter(({ createdAt }) => createdAt >= since.getTime())
        .flatMap((refund) => readRefund(parsed(listedRefund(record, refund))) ?? [])
        .map((refund) => ({ ...refund, reference: record.reference })),
    );

  return {
    name: 'flutterwave',
    timeoutMs: 10_000,
    pauseMs: 0,
    async begin({ reference, email, amountKobo, metadata = {} }) {
      await network();
      const asked = { reference, email, amount: amountKobo, metadata: alter(metadata) };
      if (!ledger().create(asked, 'flutterwave')) return refuse('duplicate_reference', 'Duplicate');
      return done({ page: `https://checkout.flutterwave.com/${reference}` });
    },
    async verify(reference) {
      await network();
      const record = tried().find((one) => one.reference === reference);
      return record ? done(read(verifyData(record))) : refuse('unknown_reference', 'Unknown');
    },
    async referenceOf(id) {
      await network();
      const record = tried().find((one) => `${one.id}` === id);
      return record ? done(record.reference) : refuse('unknown_reference', 'Unknown');
    },
    refunds: {
      sendsOnce: true,
      async make({ reference, amountKobo, merchantNote }) {
        const fault = takeRefundFault();
        await network();
        if (fault === 'lost') return refuse('network', 'lost');
        const record = ledger().byReference(reference, 'flutterwave');
        if (!record || refundable(record) <= 0) return refuse('rejected', 'Nothing is left');
        const begun = ledger().refund(record, amountKobo, { merchantNote, customerNote: null });
        if (!begun) return refuse('rejected', 'More than was paid');
        send('refund.pending', begun.record);
        const made = readRefund(parsed(refundData(begun.record, begun.refund)));
        return made && fault === null ? done(made) : refuse('network', 'cut');
      },
      async of({ reference, since }) {
        await network();
        const records = tried().filter((record) => record.reference === reference);
        return done(refundsSince(records, since));
      },
      async since(since) {
        await network();
        return done(refundsSince(tried(), since));
      },
    },
    lists: {
      // Also those that were paid back: a payment keeps its word.
      async payments({ from, to }) {
        await network();
        return done(
          tried()
            .filter(({ reference, paidAt }) => isReference(reference) && paidAt !== null)
            .map((record) => read(listData(record)))
            .filter(({ paidAt }) => {
              const time = Date.parse(paidAt ?? '');
              return time >= from.getTime() && time <= to.getTime();
            }),
        );
      },
      disputes: async () => done([]),
    },
    readNews: (body, headers) => readWebhook(HASH, body, headers.get(HASH_HEADER)),
  };
}
