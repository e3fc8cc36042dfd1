import { company } from '#config/company.ts';
import type { Order } from '#contract/order.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { Press, useAction } from '#site/forms/Press.tsx';
import { toast } from '#site/toasts/toasts-store.ts';
import { cancelOrder } from './fetch-orders.ts';

/** An order that can be cancelled. */
export interface CancelProps {
  order: Order;
  /** The secret of the link that shows the order. Empty for the signed-in customer. */
  secret: string;
  /** Shows the order as it is then. */
  show: (order: Order) => void;
}

/** Says what happens to the money, and cancels the order with the next press. */
export function CancelQuestion({
  order,
  secret,
  show,
  close,
}: CancelProps & { close: () => void }) {
  const press = useAction(async () => {
    const after = await cancelOrder(order._id, secret);
    const name = `Order #${orderNumber(order._id)}`;
    close();
    toast({ title: 'Order cancelled', text: `${name} is cancelled. Nothing of it is sent.` });
    show(after);
  });
  return (
    <>
      <p>
        Nothing of it is sent.{' '}
        {order.status === 'paid' &&
          `We pay back what you paid within ${company.returns.refundDays} working days. `}
        This cannot be taken back.
      </p>
      <Press
        label="Cancel order"
        busy="Cancelling..."
        className="button justify-self-start"
        {...press}
      />
    </>
  );
}
