import type { ComponentProps } from 'react';
import { productWithCode } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { arrivalWords, expectedWords } from '#domain/delivery/words.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { extrasOf } from '#domain/orders/order-extras.ts';
import { sampleCodeWords } from '#domain/promotions/words.ts';
import { has } from '#site/client/extensions.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { usePart } from '#site/lazy/use-part.ts';
import { Rows } from '#site/payment/Rows.tsx';
import { methodLabel } from '#site/payment/verification.ts';

import { CancelOrder } from './CancelOrder.tsx';
import type { CancelProps } from './CancelQuestion.tsx';
import { Fulfilment } from './Fulfilment.tsx';
import { OrderItems } from './OrderItems.tsx';
import { isAccepted, StatusBadge } from './StatusBadge.tsx';
import { StatusNote } from './StatusNote.tsx';
import { Timeline } from './Timeline.tsx';

/** Returns the delivery promise of a paid or accepted order. Others are not sent, so they have none. */
function promised(order: Order): [string, string][] {
  const { status, delivery } = order;
  if (!delivery || (status !== 'paid' && !isAccepted(order))) return [];
  const arrival = arrivalWords(delivery, delivery.place ?? '');
  const moving = expectedWords(delivery);
  return [['Delivery', moving ? `${arrival}. ${moving}` : arrival]];
}

/** Only the page of an order that was sent needs it. */
const returnsPart = lazyPart(() => import('#site/returns/Returns.tsx'));

/** The returns, once their script has arrived. */
function LateReturns(props: ComponentProps<ReturnsModule['Returns']>) {
  const part = usePart(returnsPart, true);
  return part && <part.Returns {...props} />;
}
type ReturnsModule = Awaited<ReturnType<typeof returnsPart.load>>;

/** The contents of an order's page below its headline (spec §2). */
export function OrderSheet(props: CancelProps) {
  const { order } = props;
  const { shippingInfo, paymentReference, paidAt, channel } = order;
  const sampleCodes = (has('order.sampleCodes') && order.sampleCodes) || [];
  return (
    <>
      <StatusNote order={order} />
      <div className="order-parts grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-12">
          <OrderItems order={order} />
          {sampleCodes.length > 0 && (
            <Rows
              title="Your sample comes off the bottle"
              rows={sampleCodes.map((each) => [
                each.code,
                <a key={each.code} href={productWithCode(each)} className="link">
                  {sampleCodeWords(each)}
                </a>,
              ])}
            />
          )}
          <Timeline order={order} />
          {has('order.fulfilment') && order.fulfilment && <Fulfilment facts={order.fulfilment} />}
          {has('order.return') && order.returns && (
            <LateReturns order={{ ...order, returns: order.returns }} secret={props.secret} />
          )}
          {has('order.cancel') && order.cancellable && <CancelOrder {...props} />}
        </div>
        <div className="grid gap-12">
          <Rows
            title="Payment Information"
            rows={[
              [
                'Payment Reference',
                <span key="reference" className="break-all">
                  {paymentReference}
                </span>,
              ],
              ['Payment Status', <StatusBadge key="status" order={order} />],
              ...(paidAt ? [['Paid At', lagosMoment(paidAt)] satisfies [string, string]] : []),
              ...(has('order.receipt') && channel
                ? [['Payment Method', methodLabel(channel)] satisfies [string, string]]
                : []),
            ]}
          />
          <Rows
            title="Shipping Information"
            rows={[
              ['Full Name', shippingInfo.fullName],
              ['Email', shippingInfo.email],
              ['Phone', shippingInfo.phone],
              ['Address', shippingInfo.address],
              ['City and State', `${shippingInfo.city}, ${shippingInfo.state}`],
              ['Country', shippingInfo.country],
              ...extrasOf(shippingInfo),
              ...(has('order.delivery') ? promised(order) : []),
            ]}
          />
        </div>
      </div>
    </>
  );
}
