import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import type { PaymentProvider, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { readVerified } from '#backend/paystack/answers.ts';
import { readCreated, readListed } from '#backend/paystack/refund-answers.ts';
import { readEvent } from '#backend/paystack/webhook.ts';
import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import { listedDispute } from '#sandbox/ledger/dispute-data.ts';
import { createdRefund, listedRefund } from '#sandbox/ledger/refund-data.ts';
import { refundable } from '#sandbox/ledger/returns.ts';
import { listData, verifyData } from '#sandbox/ledger/transaction-data.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { eventData } from '#sandbox/webhooks/event-data.ts';
import { createFakePaystack, signed } from '../../orders/paystack.fake.ts';
import { type Message, network, type SharedLedger } from './shared-ledger.ts';

export type PaystackBooks = Required<Omit<PaymentProvider, 'check' | 'transfers' | 'referenceOf'>>;

/** Returns Paystack's message of an event. */
export const paystackMessage = (event: PaymentEvent, record: TransactionRecord): Message =>
  signed({ event, data: eventData(event, record) });

const read = (data: object): ProviderPayment => {
  const { transaction } = readVerified(data);
  if (!transaction) throw new Error('The ledger has what the shop cannot read');
  return transaction;
};

/** Returns Paystack, whose payments are in the shared ledger. */
export function paystackOver({
  ledger,
  earlier,
  alter,
  takeRefundFault,
  send,
}: SharedLedger): PaystackBooks {
  const all = () => ledger().all('paystack');
  const ofShops = () => all().filter(({ reference }) => isReference(reference));
  /** Returns what a list has since a time, newest first. */
  const listed = <One extends { createdAt: number }, Read>(
    records: readonly TransactionRecord[],
    since: Date,
    of: (record: TransactionRecord) => readonly One[],
    readOne: (record: TransactionRecord, one: One) => Read | null,
  ): Read[] =>
    records
      .map(earlier)
      .flatMap((record) => of(record).map((one) => ({ record, one })))
      .filter(({ one }) => one.createdAt >= since.getTime())
      .sort((a, b) => b.one.createdAt - a.one.createdAt)
      .flatMap(({ record, one }) => readOne(record, one) ?? []);
  const refundsOf = (records: readonly TransactionRecord[], since: Date) =>
    listed(
      records,
      since,
      ({ refunds }) => refunds,
      (record, refund) => readListed(listedRefund(record, refund)),
    );

  return {
    name: 'paystack',
    timeoutMs: 10_000,
    pauseMs: 0,
    async begin({ reference, email, amountKobo, metadata = {} }) {
      await network();
      const asked = { reference, email, amount: amountKobo, metadata: alter(metadata) };
      if (!ledger().create(asked)) return refuse('duplicate_reference', 'Duplicate');
      return done({ page: `https://checkout.paystack.com/${reference}` });
    },
    async verify(reference) {
      await network();
      const record = ledger().byReference(reference, 'paystack');
      return record
        ? done(read(verifyData(earlier(record))))
        : refuse('unknown_reference', 'Unknown');
    },
    refunds: {
      async make({ reference, amountKobo, merchantNote }) {
        const fault = takeRefundFault();
        await network();
        if (fault === 'lost') return refuse('network', 'lost');
        const record = ledger().byReference(reference, 'paystack');
        if (!record || refundable(record) <= 0) return refuse('rejected', 'Fully reversed');
        const begun = ledger().refund(record, amountKobo, { merchantNote, customerNote: null });
        if (!begun) return refuse('rejected', 'More than was paid');
        send('refund.pending', begun.record);
        const made = readCreated(createdRefund(begun.record, begun.refund), reference);
        return made && fault === null ? done(made) : refuse('network', 'cut');
      },
      async of({ reference, since }) {
        await network();
        const record = ledger().byReference(reference, 'paystack');
        return done(record ? refundsOf([record], since) : []);
      },
      async since(since) {
        await network();
        return done(refundsOf(all(), since));
      },
    },
    lists: {
      async payments({ from, to }) {
        await network();
        const inTime = ({ createdAt }: TransactionRecord) =>
          createdAt >= from.getTime() && createdAt <= to.getTime();
        return done(
          ofShops()
            .map(earlier)
            .filter((record) => record.status === 'success' && inTime(record))
            .map((record) => read(listData(record))),
        );
      },
      async disputes(since, { payment } = {}) {
        await network();
        const records = ofShops();
        return done(
          listed(
            payment ? records.filter(({ reference }) => reference === payment.reference) : records,
            since,
            ({ disputes }) => disputes,
            (record, dispute) => {
              const end = dispute.status === 'resolved' ? 'resolve' : 'create';
              const data = listedDispute(record, dispute);
              return readEvent({ event: `charge.dispute.${end}`, data });
            },
          ),
        );
      },
    },
    readNews: createFakePaystack().readNews,
  };
}
