/** Why a code takes nothing off. Each is said to the shopper in a sentence of its own. */
export const CODE_REFUSALS = [
  'unknown',
  'of_another',
  'not_begun',
  'ended',
  'used_up',
  'used_by_customer',
  'below_amount',
  'not_for_these',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];
