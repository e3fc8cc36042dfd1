import type { RefObject } from 'react';
import { company } from '#config/company.ts';
import type { Order } from '#contract/order.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { cancelOrder } from './fetch-orders.ts';
import { failureText } from './texts.ts';

/** An order that can be cancelled. */
export interface CancelProps {
  order: Order;
  /** The secret of the link that shows the order. Empty for the signed-in customer. */
  secret: string;
  /** Shows the order as it is then. */
  show: (order: Order) => void;
}

/** Asks whether the order is to be cancelled, and says what happens to the money. */
export function CancelDialog({
  dialog,
  order,
  secret,
  show,
}: CancelProps & { dialog: RefObject<HTMLDialogElement | null> }) {
  const { form, message, setMessage, pending, run } = useSubmission([], (error) =>
    setMessage({ kind: 'failed', text: failureText(error) }),
  );
  const name = `Order #${orderNumber(order._id)}`;
  const cancel = async () => {
    const after = await cancelOrder(order._id, secret);
    dialog.current?.close();
    toast({ title: 'Order cancelled', text: `${name} is cancelled. Nothing of it is sent.` });
    show(after);
  };
  return (
    <dialog
      ref={dialog}
      className="sheet p-0"
      aria-labelledby="cancel-title"
      onClose={() => setMessage(null)}
    >
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(cancel);
        }}
        className="grid gap-8 p-[clamp(1.5rem,5vw,2.5rem)]"
      >
        <div className="grid gap-3">
          <h2 id="cancel-title" className="panel-title">
            Cancel order #{orderNumber(order._id)}?
          </h2>
          <p>
            Nothing of it is sent.{' '}
            {order.status === 'paid' &&
              `We pay back what you paid within ${company.returns.refundDays} working days. `}
            This cannot be taken back.
          </p>
        </div>
        <Messages message={message} />
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <SubmitButton label="Cancel order" busy="Cancelling..." pending={pending} />
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Keep my order
          </button>
        </div>
      </form>
    </dialog>
  );
}
