import * as z from 'zod/mini';
import { email, isoTime, naira, productId, requiredText, text } from './values.ts';

/** Checkout form texts; spec §5. */
export const CHECKOUT_MESSAGES = {
  fullName: 'Full name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  phone: 'Phone number is required',
  email: 'Please enter a valid email',
  shippingLocation: 'Please select a shipping location',
} as const;

/** Where an order goes. The country is Nigeria and nothing else (spec §1). */
export const shippingInfo = z.object({
  fullName: requiredText(200, CHECKOUT_MESSAGES.fullName),
  email: email(CHECKOUT_MESSAGES.email, CHECKOUT_MESSAGES.email),
  phone: requiredText(60, CHECKOUT_MESSAGES.phone),
  address: requiredText(500, CHECKOUT_MESSAGES.address),
  city: requiredText(100, CHECKOUT_MESSAGES.city),
  state: requiredText(100, CHECKOUT_MESSAGES.state),
  country: z._default(z.literal('Nigeria'), 'Nigeria'),
});
export type ShippingInfo = z.infer<typeof shippingInfo>;

/** The checkout form: the shipping info and the place that sets the fee. */
export const checkoutForm = z.extend(shippingInfo, {
  shippingLocation: requiredText(200, CHECKOUT_MESSAGES.shippingLocation),
});
export type CheckoutForm = z.infer<typeof checkoutForm>;

/** One line of an order, at the price of the moment of purchase (naira). */
export const orderItem = z.object({
  productId,
  name: text(300),
  price: naira,
  image: z._default(z.string().check(z.maxLength(2000)), ''),
  quantity: z.int().check(z.minimum(1), z.maximum(1000)),
});
export type OrderItem = z.infer<typeof orderItem>;

export const initializeBody = z.object({
  items: z.array(orderItem).check(
    z.minLength(1, 'Please add items to your cart before proceeding.'),
    z.maxLength(100, 'An order holds at most 100 different products'),
    z.refine(
      (items: OrderItem[]) => new Set(items.map((item) => item.productId)).size === items.length,
      'Each product may stand in the order once; raise its quantity instead',
    ),
  ),
  shippingInfo,
  email: email(CHECKOUT_MESSAGES.email, CHECKOUT_MESSAGES.email),
  /** Naira: subtotal plus shipping, as the shopper saw it. */
  totalAmount: naira,
  /** Naira. */
  shippingFee: naira,
  /** Extension payment.shippingLocation: the chosen place's name. */
  shippingLocation: z.optional(text(200)),
});
export type InitializeBody = z.infer<typeof initializeBody>;

export const initializeAnswer = z.object({
  /** `reference` is ours; the spec only promises the address. */
  data: z.object({ authorization_url: z.url(), reference: z.optional(z.string()) }),
});
export type InitializeAnswer = z.infer<typeof initializeAnswer>;

/** Letters, digits and - . = , as Paystack allows them in a reference. */
export const reference = z
  .string()
  .check(z.regex(/^[A-Za-z0-9\-.=,]{6,100}$/, 'Not a payment reference'));
export const referenceParams = z.object({ reference });

/** Payment verification result; spec §3. */
export const payment = z.object({
  status: z.enum(['paid', 'pending', 'failed', 'cancelled']),
  reference: z.string(),
  email: z.string(),
  /** Naira. */
  amount: naira,
  /** How it was paid ('card', 'bank_transfer'), or 'Paystack' while that is not known. */
  channel: z.string(),
  paidAt: z.nullish(isoTime),
  /** Extension payment.refundNeeded: money came that buys nothing (another sum, or too late), and has to go back. */
  refundNeeded: z.optional(z.boolean()),
  customer: z.nullish(
    z.object({
      first_name: z.nullish(z.string()),
      last_name: z.nullish(z.string()),
      email: z.string(),
      phone: z.nullish(z.string()),
    }),
  ),
});
export type Payment = z.infer<typeof payment>;
export const verifyAnswer = z.object({ payment });
