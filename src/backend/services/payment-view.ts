import type { Payment } from '#contract/checkout.ts';
export type Customer = NonNullable<Payment['customer']>;
