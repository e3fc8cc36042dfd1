import type { Choice } from '#demo/seeded-choice.ts';
import { refundable } from '#sandbox/ledger/returns.ts';
import type { Books } from './books.ts';

/** Kobo of partial refunds in the dashboard: each is larger than the previous one. */
const FIRST_PART = 295_000;
const NEXT_PART = 10_000;

interface Paid {
  reference: string;
  whose: string;
}

/** Events of payments in the dashboards of the providers and at banks. */
export function eventsAtProviders({
  books,
  choice,
  paid,
  otherwise,
  say,
}: {
  books: Books;
  choice: Choice;
  /** The payments that it can happen to. */
  paid: () => Paid[];
  /** The action if there is none. */
  otherwise: () => Promise<unknown>;
  say: (kind: string, reference: string, ...details: (string | number)[]) => void;
}) {
  const dashboardRefund = async () => {
    const [sale] = choice.some(
      paid().filter(({ reference }) => refundable(books.find(reference)) > 0),
      1,
      1,
    );
    if (!sale) return void (await otherwise());
    const record = books.find(sale.reference);
    const left = refundable(record);
    // No webhook distinguishes two equal refunds under way at once (refunds/recording.ts).
    const part = Math.min(FIRST_PART + record.refunds.length * NEXT_PART, left);
    const amount = choice.chance(0.4) ? left : part;
    books.happen(sale.reference, { event: 'refund.pending', amount });
    say('dashboard refunds', sale.reference, amount);
  };
  const refundGoesOn = async () => {
    const under = paid().flatMap(({ reference }) =>
      books
        .find(reference)
        .refunds.filter(({ status }) => status !== 'failed' && status !== 'processed')
        .map(({ id }) => ({ reference, refund: id })),
    );
    const [one] = choice.some(under, 1, 1);
    if (!one) return void (await dashboardRefund());
    const event = choice.of([
      'refund.processing',
      'refund.processed',
      'refund.processed',
      'refund.processed',
      'refund.failed',
    ] as const);
    books.happen(one.reference, { event, refund: one.refund });
    say(event, one.reference);
  };
  const dispute = async () => {
    // The shop does not read the chargebacks of Flutterwave (decision 58).
    const ours = paid().filter(
      ({ reference, whose }) => whose === 'ours' && books.find(reference).face === 'paystack',
    );
    const last = ({ reference }: Paid) => books.find(reference).disputes.at(-1);
    const [argued] = choice.some(
      ours.filter((sale) => last(sale)?.status === 'awaiting-merchant-feedback'),
      1,
      1,
    );
    const [sale] = choice.some(
      ours.filter((one) => last(one) === undefined),
      1,
      1,
    );
    if (argued) {
      const resolution = choice.of(['merchant-accepted', 'declined'] as const);
      books.happen(argued.reference, { event: 'charge.dispute.resolve', resolution });
      say('dispute ends', argued.reference, resolution);
    } else if (sale) {
      books.happen(sale.reference, { event: 'charge.dispute.create' });
      say('dispute begins', sale.reference);
    } else await otherwise();
  };
  return { dashboardRefund, refundGoesOn, dispute };
}
