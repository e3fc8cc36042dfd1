import { setTimeout as pause } from 'node:timers/promises';
import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import { listMeta, readVerified, transactionList } from './answers.ts';
import type { Outcome } from './outcome.ts';
import { type RequestSettings, request } from './request.ts';
import type { Transaction } from './transaction.ts';

/** Payments in one answer: Paystack's default. With much metadata a hundred would be a very long answer. */
const PER_PAGE = 50;
/** Ten thousand payments. */
const MOST_PAGES = 200;
/** Milliseconds between two requests. With a test key Paystack answers 100 in a minute (Paystack documentation, Rate limits). */
const PAUSE_MS = 700;

/** The call of Paystack that lists payments. */
export interface ListCalls {
  /**
   * The successful payments that began in a time, newest first. Only those whose reference has our form: an account may have others,
   * about which nothing is known. A payment that was paid back in full is none of them. Asks for page after page, with a pause
   * between two, until the signal aborts.
   * @throws what the signal says.
   */
  list(wanted: { from: Date; to: Date; signal?: AbortSignal }): Promise<Outcome<Transaction[]>>;
}

export const createListCalls = (http: RequestSettings): ListCalls => ({
  async list({ from, to, signal }) {
    const found: Transaction[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      if (page > 1) await pause(PAUSE_MS, undefined, { signal });
      signal?.throwIfAborted();
      // Its description calls it `per_page`, its documentation `perPage`.
      const query = new URLSearchParams({
        status: 'success',
        from: from.toISOString(),
        to: to.toISOString(),
        perPage: String(PER_PAGE),
        page: String(page),
      });
      const outcome = await request(http, 'GET', `/transaction?${query}`);
      if (!outcome.ok) return outcome;
      const { httpStatus, status, message, data, meta } = outcome.value;
      if (httpStatus >= 300 || !status)
        return refuse('rejected', `list refused (${httpStatus}): ${message}`);
      const rows = transactionList.safeParse(data);
      if (!rows.success) return refuse('bad_answer', 'list answered in another format');
      for (const row of rows.data.filter(({ reference }) => isReference(reference))) {
        const read = readVerified(row);
        if (!read.transaction) return refuse('bad_answer', `list answered ${read.faults}`);
        found.push(read.transaction);
      }
      const pages = listMeta.safeParse(meta);
      const isLast = pages.success ? page >= pages.data.pageCount : rows.data.length < PER_PAGE;
      if (isLast) return done(found);
    }
    return refuse('bad_answer', `list answered more than ${MOST_PAGES} pages`);
  },
});
