import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { jsonOf } from '#sandbox/api/json-body.ts';
import type { Fault, Faults, FaultyCall } from '#sandbox/faults/faults.ts';
import { type Falsify, misbehave } from '#sandbox/faults/routes.ts';
import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { refundable } from '#sandbox/ledger/returns.ts';
import { pagePath, webUrl } from '#sandbox/ledger/transaction-record.ts';
import { isTried, listData, listedRefund, naira, refundData, verifyData } from './data.ts';

const PAGE_SIZE = 20;

interface Options {
  ledger: Ledger;
  faults: Faults;
  secretKey: string;
  /** The address of the hosted pages, without a slash at the end. */
  publicUrl: string;
  /** Smaller amounts are refused, in kobo. */
  smallestKobo: number;
  tell: (event: PaymentEvent, record: NonNullable<ReturnType<Ledger['byName']>>) => void;
}

/** Naira with at most two decimals, as a number or as text, which become kobo. */
const amount = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,13}(\.\d{1,2})?$/))]),
  z.transform((sent) => Math.round(Number(sent) * 100)),
);
const payment = z.object({
  tx_ref: z.string().check(z.minLength(1), z.maxLength(200)),
  amount,
  currency: z.optional(z.literal('NGN')),
  redirect_url: z.string().check(z.refine((text: string) => webUrl(text) !== null)),
  customer: z.object({ email: z.string().check(z.maxLength(254), z.regex(z.regexes.email)) }),
  meta: z.optional(z.unknown()),
});
const refund = z.object({
  amount: z.optional(amount),
  comments: z.optional(z.nullable(z.string())),
});

/** Flutterwave's v3 calls that the shop uses (Flutterwave documentation, Standard, Transactions, Refunds). */
export function flutterwaveApi(options: Options): Hono {
  const { ledger, faults, secretKey, publicUrl, smallestKobo, tell } = options;
  const api = new Hono();
  const faulty = (on: FaultyCall) => misbehave(on, { faults, ledger }, 'flutterwave', falsely);
  api.use(async (c, next) =>
    c.req.header('authorization') === `Bearer ${secretKey}`
      ? next()
      : fail(c, 'Invalid authorization key', 401),
  );

  api.post('/payments', faulty('initialize'), async (c) => {
    const read = payment.safeParse(await jsonOf(c));
    if (!read.success) return fail(c, `${read.error.issues[0]?.path.join('.')} is invalid`);
    const { tx_ref: reference, customer, redirect_url, meta, ...rest } = read.data;
    if (rest.amount < smallestKobo) return fail(c, 'amount is too small');
    const record = ledger.create(
      {
        email: customer.email,
        amount: rest.amount,
        reference,
        callback_url: redirect_url,
        metadata: meta,
      },
      'flutterwave',
    );
    if (!record) return fail(c, 'Duplicate transaction reference');
    return answer(c, 'Hosted Link', { link: publicUrl + pagePath(record) });
  });

  api.get('/transactions/verify_by_reference', faulty('verify'), (c) => {
    const record = ledger.byReference(c.req.query('tx_ref') ?? '', 'flutterwave');
    return record && isTried(record) ? answer(c, FETCHED, verifyData(record)) : unknown(c);
  });

  api.get('/transactions/:id/verify', faulty('verify'), (c) => {
    const record = byId(c.req.param('id'));
    return record && isTried(record) ? answer(c, FETCHED, verifyData(record)) : unknown(c);
  });

  api.get('/transactions', faulty('transactions'), (c) => {
    const { status } = c.req.query();
    const found = ledger.all('flutterwave').filter(isTried).map(listData);
    return list(
      c,
      'Transactions fetched',
      found.filter((row) => (!status || row.status === status) && isInDays(c, row.created_at)),
    );
  });

  api.post('/transactions/:id/refund', faulty('refund'), async (c) => {
    const record = byId(c.req.param('id'));
    const read = refund.safeParse(await jsonOf(c));
    if (!record) return unknown(c);
    if (!read.success) return fail(c, 'amount is invalid');
    const begun = ledger.refund(record, read.data.amount ?? refundable(record), {
      merchantNote: read.data.comments ?? null,
      customerNote: null,
    });
    if (!begun) return fail(c, 'You cannot refund more than the transaction amount');
    tell('refund.pending', begun.record);
    return answer(c, 'Transaction refund initiated', refundData(begun.record, begun.refund));
  });

  api.get('/refunds', faulty('refunds'), (c) => {
    const { id } = c.req.query();
    const found = ledger
      .all('flutterwave')
      .filter((record) => !id || `${record.id}` === id)
      .flatMap((record) => record.refunds.map((each) => listedRefund(record, each)));
    return list(
      c,
      'Refunds fetched',
      found.filter((row) => isInDays(c, row.created_at)),
    );
  });

  return api;

  function byId(id: string) {
    const record = ledger.byName(id);
    return record?.face === 'flutterwave' ? record : null;
  }
}

const FETCHED = 'Transaction fetched successfully';

/** Answers in Flutterwave's frame. */
const answer = (c: Context, message: string, data: object, meta?: object) =>
  c.json({ status: 'success', message, ...(meta && { meta }), data });

const fail = (c: Context, message: string, status: 200 | 400 | 401 = 400) =>
  c.json({ status: 'error', message, data: null }, status);

/** Flutterwave is said to answer 200 here. The fault `unaware` answers the same with 400. */
const NOT_FOUND = 'No transaction was found for this id';
const unknown = (c: Context) => fail(c, NOT_FOUND, 200);

/** Answers one page of a list. */
function list(c: Context, message: string, rows: readonly object[]) {
  const page = Math.max(1, Number(c.req.query('page')) || 1);
  const total_pages = Math.ceil(rows.length / PAGE_SIZE);
  return answer(c, message, rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), {
    page_info: { total: rows.length, current_page: page, total_pages },
  });
}

/** Whether the day of a time is what a list call asks for: `from` and `to` as days. */
function isInDays(c: Context, time: string): boolean {
  const { from, to } = c.req.query();
  const day = time.slice(0, 10);
  return (!from || day >= from) && (!to || day <= to);
}

/** Changes an answer of verify as a fault wants it. */
const falsely: Falsify = (fault, answered, ledger) => {
  if (fault.kind === 'unaware')
    return Response.json({ status: 'error', message: NOT_FOUND, data: null }, { status: 400 });
  const other =
    fault.kind === 'another_reference' ? ledger.byReference(fault.reference, 'flutterwave') : null;
  const data = other ? verifyData(other) : falsifyData(fault, answered.data);
  return Response.json({ ...answered, data });
};

/** Puts a fault into the data of an answer or a webhook. */
export function falsifyData({ kind, reference }: Fault, data: object & { amount?: unknown }) {
  switch (kind) {
    case 'amount_short':
      return { ...data, amount: naira(Math.round(Number(data.amount) * 100) - 1) };
    case 'wrong_currency':
      return { ...data, currency: 'USD' };
    case 'another_reference':
      return { ...data, tx_ref: reference };
    default:
      return data;
  }
}
