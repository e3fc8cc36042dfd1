import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';

/** Explains an order that is not paid, and what to do. */
export function StatusNote({ order: { status, paymentReference } }: { order: Order }) {
  switch (status) {
    case 'pending':
      return (
        <div className="notice grid max-w-read justify-items-start gap-2">
          <p>
            Paystack has not confirmed your payment yet. A bank transfer usually takes a few
            minutes; then this order is confirmed by itself, and we write to you. If you have not
            paid, nothing was charged, and the order ends after a while.
          </p>
          {/* The return page asks Paystack again. */}
          <a
            href={`${paths.paymentCallback}?reference=${encodeURIComponent(paymentReference)}`}
            className="link inline-flex min-h-11 items-center"
          >
            Ask again whether it has arrived
          </a>
        </div>
      );
    case 'failed':
      return (
        <p className="notice notice-error max-w-read">
          The payment of this order was declined, so nothing is sent.
        </p>
      );
    case 'cancelled':
      return (
        <p className="notice max-w-read">
          No payment arrived for this order, so it was cancelled and nothing is sent.
        </p>
      );
    default:
      return null;
  }
}
