import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { Outcome } from '#backend/payment-provider/provider.ts';
import { listMeta } from './answers.ts';
import { request } from './request.ts';

/** One of Paystack's lists. */
interface Wanted<Row> {
  /** Its name in the words of a failure. */
  name: string;
  /** The call without a query. */
  path: string;
  query: Record<string, string>;
  /** Rows in one answer. */
  perPage: number;
  /** A list of more pages is no answer that anybody could wait for. */
  mostPages: number;
  /** Milliseconds between two requests. */
  pauseMs?: number;
  signal?: AbortSignal | undefined;
  /** Reads a row. Null for one that is not wanted. */
  read(row: { [key: string]: unknown }): Outcome<Row | null>;
}

const rowsOf = z.array(z.looseObject({}));

/**
 * Reads a list to its end, page after page.
 * @throws what the signal says.
 */
export async function readPages<Row>(
  http: RequestSettings,
  { name, path, query, perPage, mostPages, pauseMs = 0, signal, read }: Wanted<Row>,
): Promise<Outcome<Row[]>> {
  const found: Row[] = [];
  for (let page = 1; page <= mostPages; page++) {
    if (page > 1) await pause(pauseMs, undefined, { ...(signal && { signal }) });
    signal?.throwIfAborted();
    // Paystack's description calls it `per_page` here and there, its documentation `perPage`.
    const asked = new URLSearchParams({ ...query, perPage: `${perPage}`, page: `${page}` });
    const outcome = await request(http, 'GET', `${path}?${asked}`);
    if (!outcome.ok) return outcome;
    const { httpStatus, status, message, data, meta } = outcome.value;
    if (httpStatus >= 300 || !status)
      return refuse('rejected', `${name} refused (${httpStatus}): ${message}`);
    const rows = rowsOf.safeParse(data);
    if (!rows.success) return refuse('bad_answer', `${name} answered in another format`);
    for (const row of rows.data) {
      const known = read(row);
      if (!known.ok) return known;
      if (known.value !== null) found.push(known.value);
    }
    const pages = listMeta.safeParse(meta);
    const isLast = pages.success ? page >= pages.data.pageCount : rows.data.length < perPage;
    if (isLast) return done(found);
  }
  return refuse('bad_answer', `${name} answered more than ${mostPages} pages`);
}
