import { isReference } from '#backend/base/ids.ts';
import { done, refuse } from '#backend/base/result.ts';
import { readVerified } from './answers.ts';
import type { Outcome } from './outcome.ts';
import { readPages } from './pages.ts';
import type { RequestSettings } from './request.ts';
import type { ProviderPayment } from './transaction.ts';
import { readEvent, type WebhookEvent } from './webhook.ts';

/** Rows in one answer: Paystack's default. With much metadata a hundred payments would be a very long answer. */
const PER_PAGE = 50;
/** Ten thousand rows. */
const MOST_PAGES = 200;
/** Milliseconds between two requests. With a test key Paystack answers 100 in a minute (Paystack documentation, Rate limits). */
const PAUSE_MS = 700;
const DAY_MS = 24 * 60 * 60_000;

/** Paystack's calls that list what a whole account has. Each asks page by page and pauses between pages. */
export interface ListCalls {
  /**
   * The successful payments that began in a time, newest first. Only those whose reference has our form: an account may have others,
   * about which nothing is known. A payment that was paid back in full is none of them.
   * @throws what the signal says.
   */
  list(wanted: { from: Date; to: Date; signal?: AbortSignal }): Promise<Outcome<ProviderPayment[]>>;
  /**
   * The disputes that began since a time, of payments whose reference has our form, each as the webhook of its present state.
   * @param payment - leaves out those of all other payments.
   * @throws what the signal says.
   */
  disputesSince(
    since: Date,
    wanted?: {
      payment?: Pick<ProviderPayment, 'id' | 'reference'>;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Outcome<WebhookEvent[]>>;
}

const LONG = { perPage: PER_PAGE, mostPages: MOST_PAGES, pauseMs: PAUSE_MS };

export const createListCalls = (http: RequestSettings): ListCalls => ({
  list: ({ from, to, signal }) =>
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

  disputesSince: (since, { payment, signal } = {}) =>
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
