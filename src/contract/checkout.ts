import * as z from 'zod/mini';
import { type CampaignWord, cleanWord } from '#domain/orders/campaign.ts';
import { eachExtra, readFlag } from '#domain/orders/order-extras.ts';
import { CHOSEN_WAYS } from '#domain/payments/ways.ts';
import { MOST_PARTS } from '#domain/products/sets.ts';
import { promotionCode } from './promotion.ts';
import { askedId, email, isoTime, line, lines, naira, requiredLine, text } from './values.ts';

/** Messages of the checkout form (spec §5). */
export const CHECKOUT_MESSAGES = {
  fullName: 'Full name is required',
  address: 'Address is required',
  city: 'City is required',
  state: 'State is required',
  phone: 'Phone number is required',
  email: 'Please enter a valid email',
  shippingLocation: 'Please select a shipping location',
} as const;

/** A flag never causes the refusal of an order. */
const flag = z.catch(z.string().check(z.overwrite(readFlag)), ({ value }) => readFlag(value));

/** The recipient of an order. The country is always Nigeria (spec §1). */
export const shippingInfo = z.object({
  fullName: requiredLine(200, CHECKOUT_MESSAGES.fullName),
  email: email(CHECKOUT_MESSAGES.email, CHECKOUT_MESSAGES.email),
  phone: requiredLine(60, CHECKOUT_MESSAGES.phone),
  address: requiredLine(500, CHECKOUT_MESSAGES.address, ', '),
  city: requiredLine(100, CHECKOUT_MESSAGES.city),
  state: requiredLine(100, CHECKOUT_MESSAGES.state),
  country: z._default(z.literal('Nigeria'), 'Nigeria'),
  // domain/orders/order-extras.ts
  ...eachExtra(({ most, rows, flag: isFlag }) =>
    z.optional(isFlag ? flag : rows ? lines(most) : line(most)),
  ),
});
export type ShippingInfo = z.infer<typeof shippingInfo>;

/** The checkout form: the shipping info, and the place that sets the fee. */
export const checkoutForm = z.extend(shippingInfo, {
  shippingLocation: requiredLine(200, CHECKOUT_MESSAGES.shippingLocation),
});
export type CheckoutForm = z.infer<typeof checkoutForm>;

/** One line of an order, with the price in naira at the time of purchase (spec §3). */
export const orderItem = z.object({
  productId: askedId,
  name: text(300),
  price: naira,
  image: z._default(text(2000), ''),
  quantity: z.int().check(z.minimum(1), z.maximum(1000)),
});

/** An ordered line. Extension product.set: `parts` are the ids that the shopper has chosen for a set. */
const askedItem = z.extend(orderItem, {
  parts: z.optional(z.array(askedId).check(z.maxLength(MOST_PARTS))),
});
export type OrderItem = z.infer<typeof orderItem>;
type AskedItem = z.infer<typeof askedItem>;

/** A word of a campaign. It is cut and cleaned, because an advertisement must not cause the refusal of an order. */
const campaignWord = z.optional(z.catch(z.string().check(z.overwrite(cleanWord)), ''));

/** Extension payment.campaign: the link that led to the visit (domain/orders/campaign.ts). */
export const campaign = z.object({
  source: campaignWord,
  medium: campaignWord,
  campaign: campaignWord,
  term: campaignWord,
  content: campaignWord,
} satisfies Record<CampaignWord, unknown>);

/** An order as the shopper saw it. The server prices it again and refuses it with `cart_changed` if it differs. */
export const initializeBody = z.object({
  items: z.array(askedItem).check(
    z.minLength(1, 'Please add items to your cart before proceeding.'),
    z.maxLength(100, 'An order holds at most 100 different products'),
    // Extension product.set.lines: two choices of one set are two lines.
    z.refine(
      (items: AskedItem[]) =>
        new Set(items.map(({ productId, parts = [] }) => [productId, ...parts].join(' '))).size ===
        items.length,
      'Each product may be in the order once; raise its quantity instead',
    ),
  ),
  shippingInfo,
  email: email(CHECKOUT_MESSAGES.email, CHECKOUT_MESSAGES.email),
  /** Naira: subtotal plus shipping. */
  totalAmount: naira,
  /** Naira. */
  shippingFee: naira,
  /** Extension payment.shippingLocation: the name of the chosen place. */
  shippingLocation: z.optional(text(200)),
  campaign: z.optional(z.catch(campaign, {})),
  /** Extension account.addresses: saves the address with the order, for a customer who is signed in. */
  saveAddress: z.optional(z.boolean()),
  /** Extension payment.ways: the way in which she wants to pay. Default: the page of the shop's first provider. */
  way: z.optional(z.enum(CHOSEN_WAYS)),
  /**
   * Extension payment.promotion: the naira that promotions took off, as the shopper saw it, also without a code;
   * `totalAmount` is before it. Absent without a code: the client does not know promotions, and none counts.
   */
  discount: z.optional(naira),
  /** Extension payment.promotion: the code that she typed. */
  code: z.optional(promotionCode),
});
export type InitializeBody = z.infer<typeof initializeBody>;

/** Extension payment.transfer: the account for this one payment of the exact amount. */
export const transfer = z.object({
  bank: text(100),
  accountNumber: text(40),
  accountName: text(100),
  /** Naira. */
  amount: naira,
  expiresAt: isoTime,
  /** Naira of the last transfer with a wrong amount, which was not accepted. */
  rejected: z.optional(naira),
  /** Extension payment.bank: the text to write beside the transfer, to the account of the shop. */
  narration: z.optional(text(40)),
  /** Extension payment.bank: naira that have come already. `amount` is all of it. */
  arrived: z.optional(naira),
});
export type Transfer = z.infer<typeof transfer>;

/** The address of the payment page. */
export const initializeAnswer = z.object({
  data: z.object({
    /** spec §7 promises only the URL. `reference` is the payment's, which other backends may leave out. */
    authorization_url: z.url(),
    reference: z.optional(z.string()),
    transfer: z.optional(transfer),
  }),
});
export type InitializeAnswer = z.infer<typeof initializeAnswer>;

/** A payment reference. Paystack allows letters, digits and - . = , to which other backends add the underscore. */
export const reference = z.string().check(z.regex(/^[\w\-.=,]{6,100}$/, 'Not a payment reference'));
export const referenceParams = z.object({ reference });

/** The state of a payment (spec §3). */
export const payment = z.object({
  status: z.enum(['paid', 'pending', 'failed', 'cancelled']),
  reference: z.string(),
  email: z.string(),
  /** Naira. */
  amount: naira,
  /** The channel ('card', 'bank_transfer'), or the name of the provider until it is known. */
  channel: z.string(),
  paidAt: z.nullish(isoTime),
  /** Extension payment.refundNeeded: the payment bought nothing (wrong amount, or too late) and must be refunded. */
  refundNeeded: z.optional(z.boolean()),
  /** Extension order.accepted: the order is accepted, and is paid later. Until then its status is 'pending'. */
  accepted: z.optional(z.boolean()),
  /** Extension order.accepted: naira that are still to be paid for an accepted order; 0 if there is nothing to pay. */
  due: z.optional(naira),
  /** Extension payment.bank: it is paid by transfer to the shop's own account, and no provider knows of it. */
  ownAccount: z.optional(z.boolean()),
  /** Extension payment.transfer: present while the order waits for a transfer to this account. */
  transfer: z.optional(transfer),
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
