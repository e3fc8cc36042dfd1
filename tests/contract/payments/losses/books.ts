import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import type { PaymentProvider, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { readVerified } from '#backend/paystack/answers.ts';
import { readCreated, readListed } from '#backend/paystack/refund-answers.ts';
import { readEvent } from '#backend/paystack/webhook.ts';
import type { PaymentEvent, WantedEvent } from '#sandbox/ledger/after-payment.ts';
import { listedDispute } from '#sandbox/ledger/dispute-data.ts';
import { openJournal } from '#sandbox/ledger/journal.ts';
import { Ledger } from '#sandbox/ledger/ledger.ts';
import { createdRefund, listedRefund } from '#sandbox/ledger/refund-data.ts';
import { refundable } from '#sandbox/ledger/returns.ts';
import { listData, verifyData } from '#sandbox/ledger/transaction-data.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { eventData } from '#sandbox/webhooks/event-data.ts';
import { createFakePaystack, type SignedWebhook, signed } from '../../orders/paystack.fake.ts';

/** The fate of the next requested refund: `cut` is made and not answered, `lost` never arrives. */
export type RefundFault = 'cut' | 'lost' | null;

/** A webhook that Paystack sends until it is received. */
export interface Sent extends SignedWebhook {
  event: PaymentEvent;
  reference: string;
}

/**
 * A Paystack over the sandbox's own ledger, without HTTP: ten thousand histories ask it a million times. Its answers
 * have the sandbox's format and go through the shop's own readers. Whatever happens to the shop's database does not
 * happen to it.
 */
export interface Books extends Required<Omit<PaymentProvider, 'check' | 'transfers'>> {
  /** Starts again, without payments. */
  open(): void;
  /** Returns all payments, oldest first. */
  all(): TransactionRecord[];
  find(reference: string): TransactionRecord;
  /** Returns when a payment was begun, by the current time. */
  begunAt(reference: string): Date;
  pay(reference: string): void;
  /** Makes something happen after a payment, as the dashboard, a bank or a customer would. */
  happen(reference: string, wanted: Pick<WantedEvent, 'event'> & Partial<WantedEvent>): void;
  /** Sent, and not received yet. */
  readonly waiting: Sent[];
  /** Changes the metadata of the next payment. */
  alter: (metadata: Record<string, unknown>) => Record<string, unknown>;
  refundFault: RefundFault;
  /** Lets milliseconds pass: shifts all its times into the past. */
  pass(ms: number): void;
}

export function openBooks(): Books {
  let ledger: Ledger;
  let passed = 0;
  const waiting: Sent[] = [];
  const send = (event: PaymentEvent, record: TransactionRecord) =>
    waiting.push({
      event,
      reference: record.reference,
      ...signed({ event, data: eventData(event, earlier(record)) }),
    });
  const found = (reference: string) => {
    const record = ledger.byReference(reference);
    if (!record) throw new Error(`${reference} was never begun`);
    return record;
  };
  /** Returns a record with its current times. */
  const earlier = (record: TransactionRecord): TransactionRecord => ({
    ...record,
    createdAt: record.createdAt - passed,
    paidAt: record.paidAt === null ? null : record.paidAt - passed,
    refunds: record.refunds.map((one) => ({ ...one, createdAt: one.createdAt - passed })),
    disputes: record.disputes.map((one) => ({
      ...one,
      createdAt: one.createdAt - passed,
      updatedAt: one.updatedAt - passed,
    })),
  });
  const read = (data: object): ProviderPayment => {
    const { transaction } = readVerified(data);
    if (!transaction) throw new Error('The ledger has what the shop cannot read');
    return transaction;
  };
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
  /** Lets simultaneous events overlap. */
  const network = () => new Promise<void>((arrived) => setImmediate(arrived));

  const books: Books = {
    name: 'paystack',
    timeoutMs: 10_000,
    pauseMs: 0,
    waiting,
    alter: (metadata) => metadata,
    refundFault: null,
    open() {
      passed = 0;
      waiting.length = 0;
      books.refundFault = null;
      books.alter = (metadata) => metadata;
      ledger = new Ledger({
        journal: openJournal(undefined),
        clock: () => Date.now() + passed,
        transferDelayMs: 0,
        onSuccess: (record) => send('charge.success', record),
        onRejected: () => {},
      });
    },
    all: () => ledger.all().reverse(),
    find: found,
    begunAt: (reference) => new Date(earlier(found(reference)).createdAt),
    pay: (reference) => void ledger.pay(found(reference)),
    happen(reference, wanted) {
      const event = { resolution: 'merchant-accepted' as const, ...wanted };
      const after = ledger.happen(found(reference), event);
      if (!after) throw new Error(`${event.event} cannot happen to ${reference}`);
      send(event.event, after);
    },
    pass(ms) {
      passed += ms;
    },

    async begin({ reference, email, amountKobo, metadata = {} }) {
      await network();
      const record = ledger.create({
        reference,
        email,
        amount: amountKobo,
        metadata: books.alter(metadata),
      });
      if (!record) return refuse('duplicate_reference', 'Duplicate');
      return done({ page: `https://checkout.paystack.com/${reference}` });
    },
    async verify(reference) {
      await network();
      const record = ledger.byReference(reference);
      return record
        ? done(read(verifyData(earlier(record))))
        : refuse('unknown_reference', 'Unknown');
    },
    refunds: {
      async make({ reference, amountKobo, merchantNote }) {
        const fault = books.refundFault;
        books.refundFault = null;
        await network();
        if (fault === 'lost') return refuse('network', 'lost');
        const record = ledger.byReference(reference);
        if (!record || refundable(record) <= 0) return refuse('rejected', 'Fully reversed');
        const begun = ledger.refund(record, amountKobo, { merchantNote, customerNote: null });
        if (!begun) return refuse('rejected', 'More than was paid');
        send('refund.pending', begun.record);
        const made = readCreated(createdRefund(begun.record, begun.refund), reference);
        return made && fault === null ? done(made) : refuse('network', 'cut');
      },
      async of({ reference, since }) {
        await network();
        return done(refundsOf([found(reference)], since));
      },
      async since(since) {
        await network();
        return done(refundsOf(ledger.all(), since));
      },
    },
    lists: {
      async payments({ from, to }) {
        await network();
        const inTime = ({ createdAt }: TransactionRecord) =>
          createdAt >= from.getTime() && createdAt <= to.getTime();
        return done(
          ledger
            .all()
            .map(earlier)
            .filter((record) => record.status === 'success' && inTime(record))
            .filter(({ reference }) => isReference(reference))
            .map((record) => read(listData(record))),
        );
      },
      async disputes(since, { payment } = {}) {
        await network();
        const records = ledger.all().filter(({ reference }) => isReference(reference));
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
  books.open();
  return books;
}
