import { type Context, Hono } from 'hono';
import type { Faults } from '#sandbox/faults/faults.ts';
import { misbehave } from '#sandbox/faults/routes.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { listData, verifyData } from '#sandbox/ledger/transaction-data.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { readInitialize } from './initialize-request.ts';
import { jsonOf } from './json-body.ts';
import { REFUSALS, type Refusal, refusalBody } from './refusal.ts';

const PER_PAGE = 50;
const MAX_PER_PAGE = 100;

export interface ApiOptions {
  ledger: Ledger;
  faults: Faults;
  secretKey: string;
  /** The address of the hosted pages, without a slash at the end. */
  publicUrl: string;
  /** Smaller amounts are refused, in kobo. */
  smallestKobo: number;
}

/** Paystack's transaction calls (Paystack's OpenAPI, /transaction). */
export function transactionApi({
  ledger,
  faults,
  secretKey,
  publicUrl,
  smallestKobo,
}: ApiOptions): Hono {
  const api = guarded(secretKey);

  api.post('/initialize', misbehave('initialize', { faults, ledger }), async (c) => {
    const request = readInitialize(await jsonOf(c), smallestKobo);
    if ('httpStatus' in request) return refuse(c, request);
    const record = ledger.create(request);
    if (!record) return refuse(c, REFUSALS.duplicate);
    return answer(c, 'Authorization URL created', {
      authorization_url: `${publicUrl}/checkout/${record.accessCode}`,
      access_code: record.accessCode,
      reference: record.reference,
    });
  });

  api.get('/verify/:reference', misbehave('verify', { faults, ledger }), (c) => {
    const record = ledger.byReference(c.req.param('reference'), 'paystack');
    if (!record) return refuse(c, REFUSALS.referenceUnknown);
    return answer(c, 'Verification successful', verifyData(record));
  });

  api.get('/', misbehave('transactions', { faults, ledger }), (c) => {
    const found = ledger.all('paystack').filter(filterOf(c));
    const { rows, meta } = pageOf(c, found);
    const total_volume = found
      .filter((record) => record.status === 'success')
      .reduce((sum, record) => sum + record.amount, 0);
    return answer(c, 'Transactions retrieved', rows.map(listData), { ...meta, total_volume });
  });

  return api;
}

/** Routes that need the secret key. */
export function guarded(secretKey: string): Hono {
  const api = new Hono();
  api.use(async (c, next) => {
    const header = c.req.header('authorization');
    if (!header) return refuse(c, REFUSALS.keyMissing);
    return header === `Bearer ${secretKey}` ? next() : refuse(c, REFUSALS.keyInvalid);
  });
  return api;
}

/** Answers a refusal as Paystack does. */
export function refuse(c: Context, refusal: Refusal): Response {
  return c.json(refusalBody(refusal), refusal.httpStatus);
}

/** Answers in Paystack's frame. */
export function answer(c: Context, message: string, data: object, meta?: object): Response {
  return c.json({ status: true, message, data, ...(meta && { meta }) });
}

/** The rows of the page that a list call asks for, and what Paystack says of the list beside them. */
export function pageOf<Row>(c: Context, found: readonly Row[]) {
  const perPage = Math.min(positive(c, PER_PAGE, 'perPage', 'per_page'), MAX_PER_PAGE);
  const page = positive(c, 1, 'page');
  const skipped = (page - 1) * perPage;
  const pageCount = Math.ceil(found.length / perPage);
  return {
    rows: found.slice(skipped, skipped + perPage),
    meta: { total: found.length, skipped, perPage, page, pageCount },
  };
}

/** Whether the time of a row is what a list call asks for: from and to as ISO times. */
export function isInTime(c: Context, time: number): boolean {
  const { from, to } = c.req.query();
  return (!from || time >= Date.parse(from)) && (!to || time <= Date.parse(to));
}

/** The first of the named query parameters that is a positive number, else `fallback`. */
function positive(c: Context, fallback: number, ...names: string[]): number {
  const values = names.map((name) => Number(c.req.query(name)));
  return values.find((value) => Number.isSafeInteger(value) && value > 0) ?? fallback;
}

/** Filters of the list call: status, channel, amount in kobo, and time. */
function filterOf(c: Context): (record: TransactionRecord) => boolean {
  const { status, channel, amount } = c.req.query();
  return (record) =>
    (!status || record.status === status) &&
    (!channel || record.channel === channel) &&
    (!amount || record.amount === Number(amount)) &&
    isInTime(c, record.createdAt);
}
