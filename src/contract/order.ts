import * as z from 'zod/mini';
import { orderItem, shippingInfo } from './checkout.ts';
import { isoTime, naira, text } from './values.ts';

/** An order as its customer sees it (spec §3). */
export const order = z.object({
  _id: z.string(),
  createdAt: isoTime,
  /** This backend sends one of ORDER_STATUSES. Another may have more (spec §4: 'and others'). */
  status: z.string().check(z.minLength(1), z.maxLength(40)),
  totalAmount: naira,
  shippingFee: naira,
  email: z.string(),
  paymentReference: z.string(),
  paidAt: z.nullish(isoTime),
  items: z.array(orderItem),
  shippingInfo,
});
export type Order = z.infer<typeof order>;
export const orderList = z.array(order);
export const orderParams = z.object({ id: text(100) });
/** Extension order.shared: the secret in a confirmation email's link, which shows that one order. */
export const sharedOrderParams = z.object({ token: text(100) });
