/** The reasons why a code takes nothing off. Each has its own sentence for the shopper. */
export const CODE_REFUSALS = [
  'unknown',
  'of_another',
  'not_begun',
  'ended',
  'used_up',
  'used_by_customer',
  'not_first',
  'below_amount',
  'not_for_these',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];
