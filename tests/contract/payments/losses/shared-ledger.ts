import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';

/** The fate of the next requested refund: `cut` is made and not answered, `lost` never arrives. */
export type RefundFault = 'cut' | 'lost' | null;

/** A message of a provider, with the headers that prove it. */
export interface Message {
  body: string;
  headers: Headers;
}

/** The ledger and the faults that both providers share. */
export interface SharedLedger {
  ledger(): Ledger;
  /** Returns a record with its current times. */
  earlier(record: TransactionRecord): TransactionRecord;
  alter(metadata: Record<string, unknown>): Record<string, unknown>;
  /** Returns the fate of the refund that is asked for, which holds for one. */
  takeRefundFault(): RefundFault;
  send(event: PaymentEvent, record: TransactionRecord): void;
}

/** Lets simultaneous events overlap. */
export const network = (): Promise<void> => new Promise((arrived) => setImmediate(arrived));
