import type { QuoteAnswer } from '#contract/promotion.ts';
import { oudWood } from '../data/products.ts';

/** The discounts of promotions on a cart, and what is missing for one more. */
const body: QuoteAnswer = {
  discount: 5000,
  applied: [{ label: 'Harmattan sale', code: 'HARMATTAN', amount: 5000 }],
  lines: [{ productId: oudWood.id, discount: 5000 }],
  shippingDiscount: 0,
  hints: ['Add ₦12,000 more for free delivery in Lagos.'],
};
export const promoted = { body };
