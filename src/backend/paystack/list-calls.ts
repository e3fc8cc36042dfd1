import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { ListCalls } from '#backend/payment-provider/provider.ts';
import { readVerified } from './answers.ts';
import { readPages } from './pages.ts';
import { readEvent } from './webhook.ts';

/** Rows in one answer: Paystack's default. With much metadata a hundred payments would be a very long answer. */
const PER_PAGE = 50;
/** Ten thousand rows. */
const MOST_PAGES = 200;
/**
 * Milliseconds between two requests. With a test key Paystack answers 100 in a minute (Paystack documentation,
 * Rate limits).
 */
const PAUSE_MS = 700;
const DAY_MS = 24 * 60 * 60_000;

const LONG = { perPage: PER_PAGE, mostPages: MOST_PAGES, pauseMs: PAUSE_MS };

/** Returns Paystack's calls that list an account's payments and disputes. Each asks page by page and pauses between pages. */
export const createListCalls = (http: RequestSettings): ListCalls => ({
  payments: ({ from, to, signal }) =>
    readPages(http, {
      ...LONG,
      name: 'list',
      path: '/transaction',
      query: { status: 'success', from: from.toISOString(), to: to.toISOString() },
      signal,
      read(row) {
        if (typeof row.reference !== 'string')
          return refuse('bad_answer', 'list answered a payment without a reference');
        if (!isReference(row.reference)) return done(null);
        const read = readVerified(row);
        if (!read.transaction) return refuse('bad_answer', `list answered ${read.faults}`);
        return done(read.transaction);
      },
    }),

  disputes: (since, { payment, signal } = {}) =>
    readPages(http, {
      ...LONG,
      name: 'disputes',
      path: '/dispute',
      query: {
        ...(payment && { transaction: payment.id }),
        from: since.toISOString(),
        // Its documentation asks for an end. Nothing begins after tomorrow, whatever our clock says.
        to: new Date(Date.now() + DAY_MS).toISOString(),
      },
      signal,
      read(row) {
        // A row has the fields that the webhooks of a dispute have.
        const end = row.status === 'resolved' ? 'resolve' : 'create';
        const read = readEvent({ event: `charge.dispute.${end}`, data: row });
        if (!isReference(read.reference ?? '')) return done(null);
        if (payment && read.reference !== payment.reference) return done(null);
        return read.dispute
          ? done(read)
          : refuse('bad_answer', 'disputes answered one that cannot be read');
      },
    }),
});
