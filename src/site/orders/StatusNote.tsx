import { company } from '#config/company.ts';
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import { has } from '#site/client/extensions.ts';
import { orderPlaced } from '#site/payment/verification.ts';
import { wordsOf } from '#site/payment/words.ts';
import { isAccepted } from './StatusBadge.tsx';

/** Explains an order that is not paid, and the next step. */
export function StatusNote({ order }: { order: Order }) {
  const { status, paymentReference } = order;
  const ownAccount = order.ownAccount && has('payment.bank');
  if (isAccepted(order)) return <p className="notice max-w-read">{orderPlaced(order.due).text}</p>;
  if (status === 'cancelled' && order.due === 0 && has('order.accepted'))
    return <p className="notice max-w-read">This order was cancelled. {acceptedWords(0).text}</p>;
  if (status === 'cancelled' && order.paidAt && has('order.cancel'))
    return (
      <p className="notice max-w-read">
        This order was cancelled, and nothing is sent. We pay back what you paid within{' '}
        {company.returns.refundDays} working days, and write to you when it is on its way.
      </p>
    );
  switch (status) {
    case 'pending':
      return (
        <div className="notice grid max-w-read justify-items-start gap-2">
          <p>
            {wordsOf({ ownAccount }).waiting('your payment')}
            {ownAccount
              ? '. The page of the payment shows our account, and for how long we keep your order.'
              : '; then this order is confirmed by itself, and we write to you. If you have not paid, nothing was charged, and the order ends after a while.'}
          </p>
          <AskAgain reference={paymentReference} />
        </div>
      );
    case 'failed':
      return (
        <div className="notice notice-error grid max-w-read justify-items-start gap-2">
          <p>
            The payment of this order was declined, so nothing is sent. If you did pay, please do
            not pay again.
          </p>
          <AskAgain reference={paymentReference} />
        </div>
      );
    case 'cancelled':
      return (
        <div className="notice grid max-w-read justify-items-start gap-2">
          <p>
            No payment arrived for this order, so it was cancelled and nothing is sent. If you did
            pay, please do not pay again.
          </p>
          <AskAgain reference={paymentReference} />
        </div>
      );
    default:
      return null;
  }
}

/** A link to the return page, which asks the provider again and says what happens to late money. */
const AskAgain = ({ reference }: { reference: string }) => (
  <a
    href={`${paths.paymentCallback}?reference=${encodeURIComponent(reference)}`}
    className="link inline-flex min-h-11 items-center"
  >
    Ask again whether it has arrived
  </a>
);
