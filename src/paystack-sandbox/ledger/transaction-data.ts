import { hash } from 'node:crypto';
import { localFee } from './fees.ts';
import type { TransactionRecord } from './transaction-record.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));
const seconds = (ms: number) => Math.round(ms / 1000);
/** A stable identity: one email address is one customer, one reference is one card. */
const identity = (text: string) => hash('sha256', text);

/** Returns the fields that verify, list and webhook share (Paystack's OpenAPI, VerifyResponse). Amounts in kobo. */
function shared(record: TransactionRecord) {
  return {
    id: record.id,
    domain: 'test',
    status: record.status,
    reference: record.reference,
    receipt_number: null,
    amount: record.amount,
    message: null,
    gateway_response: record.gatewayResponse,
    paid_at: isoOrNull(record.paidAt),
    created_at: iso(record.createdAt),
    // Paystack answers 'card' even before the first attempt.
    channel: record.channel ?? 'card',
    currency: record.currency,
    ip_address: '127.0.0.1',
    log: log(record),
    fees: record.paidAt !== null ? localFee(record.amount) : null,
    fees_split: null,
    authorization: authorization(record),
    customer: customer(record),
    plan: null,
    split: {},
    subaccount: {},
    order_id: null,
    paidAt: isoOrNull(record.paidAt),
    createdAt: iso(record.createdAt),
    requested_amount: record.requestedAmount,
    pos_transaction_data: null,
    source: null,
    connect: null,
  };
}

/** `data` of the verify call. Without metadata Paystack answers '' here. */
export function verifyData(record: TransactionRecord) {
  return {
    ...shared(record),
    metadata: record.metadata ?? '',
    fees_breakdown: null,
    transaction_date: iso(record.createdAt),
    plan_object: {},
  };
}

/** One entry of `data` of the list call. */
export function listData(record: TransactionRecord) {
  const { receipt_number: _, ...rest } = shared(record);
  const shown = record.paidAt !== null ? rest.authorization : NO_AUTHORIZATION;
  return { ...rest, authorization: shown, metadata: record.metadata, plan: {} };
}

/** `data` of the charge.success webhook. Without metadata Paystack sends 0 here. */
export function webhookData(record: TransactionRecord) {
  const { receipt_number: _, subaccount: __, connect: ___, ...rest } = shared(record);
  return { ...rest, metadata: record.metadata ?? 0, fees_breakdown: null, plan: {} };
}

function log({ history }: TransactionRecord) {
  const first = history.at(0);
  const last = history.at(-1);
  if (!first || !last) return null;
  return {
    start_time: seconds(first.time),
    time_spent: seconds(last.time - first.time),
    attempts: history.filter((event) => event.message.startsWith('Attempted')).length,
    errors: history.filter((event) => event.type === 'error').length,
    success: history.some((event) => event.type === 'success'),
    mobile: false,
    input: [],
    history: history.map((event) => ({ ...event, time: seconds(event.time - first.time) })),
  };
}

/** How the shopper paid; an empty object before the payment. */
function authorization(record: TransactionRecord) {
  if (record.paidAt === null) return {};
  const code = identity(record.reference).slice(0, 10);
  const transfer = record.channel === 'bank_transfer';
  return {
    authorization_code: `AUTH_${code}`,
    bin: transfer ? '000XXX' : '408408',
    last4: transfer ? 'X000' : '4081',
    exp_month: '12',
    exp_year: '2030',
    channel: record.channel,
    card_type: transfer ? 'transfer' : 'visa',
    bank: transfer ? (record.transfer?.bank ?? null) : 'TEST BANK',
    country_code: 'NG',
    brand: transfer ? 'Managed Account' : 'visa',
    reusable: !transfer,
    signature: `SIG_${code}`,
    account_name: null,
    receiver_bank_account_number: record.transfer?.accountNumber ?? null,
    receiver_bank: record.transfer?.bank ?? null,
  };
}

/** The list call has every field even before the payment (Paystack's OpenAPI). */
const NO_AUTHORIZATION = {
  authorization_code: null,
  bin: null,
  last4: null,
  exp_month: null,
  exp_year: null,
  channel: null,
  card_type: null,
  bank: null,
  country_code: null,
  brand: null,
  reusable: false,
  signature: null,
  account_name: null,
};

/**
 * Paystack knows a customer's name and phone only if she has entered them on its own pages; the shop does not send them,
 * and the sandbox does not ask for them.
 */
export function customer({ email }: TransactionRecord) {
  const id = identity(email);
  return {
    id: Number.parseInt(id.slice(0, 7), 16),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${id.slice(0, 15)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  };
}

/** The same as the lists of refunds and disputes write it: they have text where others have nothing. */
export function listedCustomer(record: TransactionRecord) {
  return {
    ...customer(record),
    first_name: '',
    last_name: '',
    metadata: '{}',
    international_format_phone: '',
  };
}
