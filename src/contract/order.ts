import * as z from 'zod/mini';
import { orderItem, shippingInfo } from './checkout.ts';
import { orderReturns } from './order-return.ts';
import { isoTime, naira, text } from './values.ts';

/** The history of an order's goods and refunds (extension order.fulfilment). */
const fulfilment = z.object({
  /** In the order of events. */
  steps: z.array(
    z.object({
      /** This backend sends 'packed', 'shipped', 'delivered' and 'returned'. */
      step: z.string().check(z.minLength(1), z.maxLength(40)),
      at: isoTime,
      /** Only for 'shipped'. */
      courier: z.nullish(z.string()),
      trackingNumber: z.nullish(z.string()),
    }),
  ),
  refunds: z.array(
    z.object({
      amount: naira,
      /** 'under_way' until the customer's bank has it, then 'paid_back'. */
      status: z.enum(['under_way', 'paid_back']),
      /** The time of its beginning, or of its end. */
      at: isoTime,
    }),
  ),
});
export type Fulfilment = z.infer<typeof fulfilment>;

/** A day in Lagos: '2026-11-24'. */
const day = z.iso.date();

/** The promised dates of an order's arrival (extension order.delivery; domain/delivery/promise.ts). */
const delivery = z.object({
  from: day,
  to: day,
  /** The chosen place, if it is known. */
  place: z.nullish(z.string()),
  expected: z.optional(z.object({ name: z.string(), day })),
});

/** The discount of an order by promotions (extension order.promotion). `totalAmount` is before it. */
const promotion = z.object({
  label: z.string(),
  code: z.optional(z.string()),
  discount: naira,
  /** The single promotions, if known: what each takes off, and whether off the fee. They sum to the discount. */
  applied: z.optional(
    z.array(
      z.object({
        label: z.string(),
        code: z.optional(z.string()),
        amount: naira,
        delivery: z.optional(z.boolean()),
      }),
    ),
  ),
});

/** A usable code that takes the price of a sample off a bottle of its fragrance (extension order.sampleCodes). */
const sampleCode = z.object({
  code: z.string(),
  discount: naira,
  /** A bottle of the fragrance. */
  name: z.string(),
  productId: z.string(),
  endsAt: isoTime,
});

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
  /** Extension order.accepted: it is accepted, and is paid later. Until then its status is 'pending'. */
  accepted: z.optional(z.boolean()),
  /** Extension order.accepted: naira that are still to be paid for an accepted order; 0 if there is nothing to pay. */
  due: z.optional(naira),
  /** Extension payment.bank: it is paid by transfer to the shop's own account, and no provider knows of it. */
  ownAccount: z.optional(z.boolean()),
  /** Extension order.receipt: the channel of the payment ('card', 'bank_transfer'). */
  channel: z.optional(z.string()),
  items: z.array(
    // Extension order.receipt: concentration and size at the time of purchase, 'Eau de Parfum · 50 ml'.
    z.extend(orderItem, { facts: z.optional(z.string()) }),
  ),
  shippingInfo,
  /** Extension order.cancel: whether its customer can cancel it now. */
  cancellable: z.optional(z.boolean()),
  fulfilment: z.optional(fulfilment),
  delivery: z.optional(delivery),
  promotion: z.optional(promotion),
  sampleCodes: z.optional(z.array(sampleCode)),
  returns: z.optional(orderReturns),
});
export type Order = z.infer<typeof order>;
export const orderList = z.array(order);
export const orderParams = z.object({ id: text(100) });
/**
 * Extension order.shared: the secret in a confirmation email's link, which shows that one order. Extension order.attempt:
 * or the key of the attempt that made it.
 */
export const sharedOrderParams = z.object({ token: text(100) });
