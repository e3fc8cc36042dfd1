import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { ListCalls, Outcome, ProviderPayment } from '#backend/payment-provider/provider.ts';
import { readTransaction } from './answers.ts';
import { request } from './request.ts';

const MOST_PAGES = 500;
/** Milliseconds between two requests. Flutterwave names no limit, and answers 429 beyond it. */
const PAUSE_MS = 300;
const DAY_MS = 24 * 60 * 60_000;

const rows = z.array(z.looseObject({}));
const pages = z.object({
  page_info: z.object({ total_pages: z.pipe(z.string(), z.transform(Number)) }),
});

/** Returns the day of a time as Flutterwave's lists take it. They know no hours, and name no time zone. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the days around a time, with one more at each end. */
export const daysAround = (from: Date, to: Date) => ({
  from: dayOf(from.getTime() - DAY_MS),
  to: dayOf(to.getTime() + DAY_MS),
});

/**
 * Reads a list to its end, page after page.
 * @param read - reads a row. Null for one that is not wanted.
 * @throws the signal's reason.
 */
export async function readPages<Row>(
  http: RequestSettings,
  path: string,
  query: Record<string, string>,
  read: (row: Record<string, unknown>) => Outcome<Row | null>,
  signal?: AbortSignal,
): Promise<Outcome<Row[]>> {
  const found: Row[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    if (page > 1) await pause(PAUSE_MS, undefined, { ...(signal && { signal }) });
    signal?.throwIfAborted();
    const answer = await request(
      http,
      'GET',
      `${path}?${new URLSearchParams({ ...query, page: `${page}` })}`,
    );
    if (!answer.ok) return answer;
    const listed = rows.safeParse(answer.value.data);
    if (!listed.success) return refuse('bad_answer', `${path} answered in another format`);
    for (const row of listed.data) {
      const known = read(row);
      if (!known.ok) return known;
      if (known.value !== null) found.push(known.value);
    }
    const info = pages.safeParse(answer.value.meta).data?.page_info;
    if (listed.data.length === 0 || (info && page >= info.total_pages)) return done(found);
  }
  return refuse('bad_answer', `${path} answered more than ${MOST_PAGES} pages`);
}

/**
 * Returns Flutterwave's calls that list an account's payments. A chargeback is dealt with in its dashboard: its calls
 * about them are not used here.
 */
export const createListCalls = (http: RequestSettings): ListCalls => ({
  async payments({ from, to, signal }) {
    const query = { ...daysAround(from, to), status: 'successful', currency: 'NGN' };
    const listed = await readPages<ProviderPayment>(
      http,
      '/transactions',
      query,
      (row) => {
        if (typeof row.tx_ref !== 'string' || !isReference(row.tx_ref)) return done(null);
        const read = readTransaction(row);
        if (!read.payment) return refuse('bad_answer', `the list answered ${read.faults}`);
        const { payment } = read;
        const time = Date.parse(payment.paidAt ?? '');
        const outside = time < from.getTime() || time > to.getTime();
        return done(outside || payment.state !== 'succeeded' ? null : payment);
      },
      signal,
    );
    if (!listed.ok) return listed;
    return done(listed.value.sort((one, other) => timeOf(other) - timeOf(one)));
  },

  disputes: async () => done([]),
});

const timeOf = ({ paidAt }: ProviderPayment) => Date.parse(paidAt ?? '') || 0;
