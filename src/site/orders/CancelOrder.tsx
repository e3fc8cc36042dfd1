import { orderNumber } from '#domain/orders/order.ts';
import { SheetButton } from '#site/forms/SheetButton.tsx';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import type { CancelProps } from './CancelQuestion.tsx';

const questionPart = lazyPart(() => import('./CancelQuestion.tsx'));

/** Cancels an order that is not packed yet, after a question (extension order.cancel). */
export const CancelOrder = (props: CancelProps) => (
  <section
    className="order-cancel panel grid justify-items-start gap-4"
    aria-labelledby="cancel-order"
  >
    <h2 id="cancel-order" className="panel-title">
      Changed your mind?
    </h2>
    <p>You can cancel this order until it is packed.</p>
    <SheetButton
      label="Cancel order"
      id="cancel-title"
      title={`Cancel order #${orderNumber(props.order._id)}?`}
      keep="Keep my order"
      load={() => loadModule(questionPart)}
    >
      {({ CancelQuestion }, close) => <CancelQuestion close={close} {...props} />}
    </SheetButton>
  </section>
);
