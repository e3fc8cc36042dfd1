import { type ExtraColumns, orderExtras } from './order-extras.ts';

/** What a shopper has added to an order, as label and text. */
export const extrasOf = (from: Partial<ExtraColumns>): [label: string, text: string][] =>
  orderExtras.flatMap(({ name, label }) => {
    const text: string | null | undefined = from[name];
    return text ? [[label, text]] : [];
  });
