import type { ProviderName } from '#backend/payment-provider/names.ts';
import type { PaymentEvent, WantedEvent } from '#sandbox/ledger/after-payment.ts';
import { openJournal } from '#sandbox/ledger/journal.ts';
import { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { type FlutterwaveBooks, flutterwaveMessage, flutterwaveOver } from './flutterwave-books.ts';
import { type PaystackBooks, paystackMessage, paystackOver } from './paystack-books.ts';
import type { Message, RefundFault, SharedLedger } from './shared-ledger.ts';

/** A webhook that a provider sends until it is received. */
export interface Sent extends Message {
  provider: ProviderName;
  event: PaymentEvent;
  reference: string;
}

/**
 * Two providers over the sandbox's own ledger, without HTTP: ten thousand histories ask them a million times. Their
 * answers have the sandbox's formats and go through the shop's own readers. Whatever happens to the shop's database
 * does not happen to them.
 */
export interface Books {
  readonly paystack: PaystackBooks;
  readonly flutterwave: FlutterwaveBooks;
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
  const found = (reference: string) => {
    const record = ledger.byReference(reference);
    if (!record) throw new Error(`${reference} was never begun`);
    return record;
  };
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
  const send = (event: PaymentEvent, record: TransactionRecord) => {
    const messageOf = record.face === 'paystack' ? paystackMessage : flutterwaveMessage;
    const { reference, face: provider } = record;
    waiting.push({ provider, event, reference, ...messageOf(event, earlier(record)) });
  };
  const shared: SharedLedger = {
    ledger: () => ledger,
    earlier,
    alter: (metadata) => books.alter(metadata),
    takeRefundFault() {
      const fault = books.refundFault;
      books.refundFault = null;
      return fault;
    },
    send,
  };

  const books: Books = {
    paystack: paystackOver(shared),
    flutterwave: flutterwaveOver(shared),
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
  };
  books.open();
  return books;
}
