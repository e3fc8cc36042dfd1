import { type ExtraColumns, orderExtras } from './order-extras.ts';

/** Those that stand in a list. */
export const listedExtras = orderExtras.filter(({ apart }) => !apart);

export type ExtraField = (typeof listedExtras)[number];

/** What a shopper has added to an order, as label and text. */
export const extrasOf = (
  from: Partial<ExtraColumns>,
  extras = orderExtras,
): [label: string, text: string][] =>
  extras.flatMap(({ name, label, flag }) => {
    const text: string | null | undefined = from[name];
    return text ? [[label, flag ?? text]] : [];
  });

/** Whom the shop writes to. It is not who gets the parcel if the order is a gift for somebody else. */
export const buyerOf = ({
  fullName,
  buyerName,
}: {
  fullName: string;
  buyerName?: string | null | undefined;
}): string => buyerName || fullName;
