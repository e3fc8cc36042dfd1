import { ACCOUNT_QUIRKS } from './quirks/accounts.ts';
import { LIST_QUIRKS } from './quirks/lists.ts';
import { ORDER_QUIRKS } from './quirks/orders.ts';
import { PAYMENT_QUIRKS } from './quirks/payment.ts';
import { PRODUCT_QUIRKS } from './quirks/products.ts';
import type { Quirk } from './quirks/quirk.ts';
import { REVIEW_QUIRKS } from './quirks/reviews.ts';

/** Every quirk. Their names are unique. */
export const QUIRKS: readonly Quirk[] = [
  ...PAYMENT_QUIRKS,
  ...ORDER_QUIRKS,
  ...REVIEW_QUIRKS,
  ...ACCOUNT_QUIRKS,
  ...PRODUCT_QUIRKS,
  ...LIST_QUIRKS,
];
