import { hash } from 'node:crypto';
import { localFee } from '#sandbox/ledger/fees.ts';
import type { RefundRecord, RefundState } from '#sandbox/ledger/returns.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';

const ACCOUNT = 118_468;
const iso = (ms: number) => new Date(ms).toISOString();

/** Naira with decimals, as Flutterwave writes amounts. */
export const naira = (kobo: number): number => Number((kobo / 100).toFixed(2));

/** Returns Flutterwave's word for the state of a payment. It keeps the word after a refund. */
function statusOf({ status, paidAt }: TransactionRecord) {
  if (paidAt !== null) return 'successful';
  return status === 'failed' ? 'failed' : 'pending';
}

/** Whether somebody has tried to pay. Before that, Flutterwave knows no transaction. */
export const isTried = ({ status }: TransactionRecord): boolean => status !== 'abandoned';

/** Returns the fields that verify, the list and the webhook share (Flutterwave documentation, Transactions). */
function shared(record: TransactionRecord) {
  const fee = localFee(record.amount);
  const transfer = record.channel === 'bank_transfer';
  return {
    id: record.id,
    tx_ref: record.reference,
    flw_ref: `FLW-MOCK-${hash('sha256', record.reference).slice(0, 12)}`,
    device_fingerprint: 'N/A',
    amount: naira(record.amount),
    currency: record.currency,
    charged_amount: naira(record.amount),
    app_fee: naira(fee),
    merchant_fee: 0,
    processor_response: record.gatewayResponse,
    auth_model: transfer ? 'AUTH' : 'PIN',
    ip: '127.0.0.1',
    narration: 'TURARE SANDBOX',
    status: statusOf(record),
    payment_type: transfer ? 'bank_transfer' : 'card',
    created_at: iso(record.paidAt ?? record.createdAt),
    account_id: ACCOUNT,
    ...(!transfer && {
      card: {
        first_6digits: '553188',
        last_4digits: '2950',
        issuer: 'MASTERCARD CREDIT',
        country: 'NIGERIA NG',
        type: 'MASTERCARD',
        expiry: '09/32',
      },
    }),
    customer: {
      id: Number.parseInt(hash('sha256', record.email).slice(0, 7), 16),
      name: 'Anonymous customer',
      phone_number: 'N/A',
      email: record.email,
      created_at: iso(record.createdAt),
    },
  };
}

/** `data` of verify. */
export const verifyData = (record: TransactionRecord) => ({
  ...shared(record),
  amount_settled: naira(record.amount - localFee(record.amount)),
  meta: record.metadata ?? null,
});

/** One entry of the list, which has no `meta`. */
export const listData = (record: TransactionRecord) => ({
  ...shared(record),
  amount_settled: naira(record.amount - localFee(record.amount)),
});

/** The webhook of a payment that has succeeded or failed. */
export const completed = (record: TransactionRecord) => ({
  event: 'charge.completed',
  'event.type': record.channel === 'card' ? 'CARD_TRANSACTION' : 'BANK_TRANSFER_TRANSACTION',
  data: shared(record),
});

/** Flutterwave's words for the states of a refund (Flutterwave documentation, Refunds). */
const WORDS: Readonly<Record<RefundState, string>> = {
  pending: 'processing',
  processing: 'processing',
  'needs-attention': 'processing',
  failed: 'failed',
  processed: 'completed',
};

/** `data` of the call that makes a refund. */
export const refundData = (record: TransactionRecord, refund: RefundRecord) => ({
  id: refund.id,
  account_id: ACCOUNT,
  tx_id: record.id,
  flw_ref: `URF_${refund.id}`,
  wallet_id: 74_639,
  amount_refunded: naira(refund.amount),
  status: WORDS[refund.status],
  destination: 'payment_source',
  meta: { source: 'availablebalance' },
  created_at: iso(refund.createdAt),
});

/** One entry of the list of refunds (Flutterwave's API reference, List refunds). */
export const listedRefund = (record: TransactionRecord, refund: RefundRecord) => ({
  id: refund.id,
  amount_refunded: naira(refund.amount),
  status: WORDS[refund.status],
  flw_ref: `URF_${refund.id}`,
  comment: refund.merchantNote,
  settlement_id: 'NEW',
  meta: '{"source":"availablebalance"}',
  created_at: iso(refund.createdAt),
  account_id: ACCOUNT,
  transaction_id: record.id,
});

/** The webhook of a refund: flat, without the name of an event and without our reference. */
export const refundMessage = (record: TransactionRecord, refund: RefundRecord) => ({
  id: refund.id,
  AmountRefunded: naira(refund.amount),
  status: WORDS[refund.status],
  FlwRef: `URF_${refund.id}`,
  destination: 'payment_source',
  comments: refund.merchantNote,
  settlement_id: 'NEW',
  meta: '{"source":"availablebalance"}',
  createdAt: iso(refund.createdAt),
  updatedAt: iso(refund.createdAt),
  walletId: 74_639,
  AccountId: ACCOUNT,
  TransactionId: record.id,
});
