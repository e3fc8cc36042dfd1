import type { ExtraName } from './order-extra-names.ts';

/**
 * An optional field of an order beyond those of spec §2: a gift, a note. One declaration serves the contract, the
 * checkout, the order's pages and emails, the office, paper and exports, the erasure of an account and the privacy page.
 *
 * A new one also needs its name in order-extra-names.ts, a nullable column of that name in the table `orders` with its
 * migration, and a row in contract/README.md.
 */
export interface OrderExtra {
  label: string;
  /** The text below its field at the checkout. */
  hint?: string;
  /** The longest text, in characters. */
  most: number;
  /** The height of its field, in lines. With it, a text may have line breaks. Without it, a text is one line. */
  rows?: number;
  /** The text that people read for a yes. Its value is a yes or empty (readFlag). */
  flag?: string;
  /** It has its own place at the checkout and on paper, so the lists of extras there leave it out. */
  apart?: true;
  /** The extension that declares it. The checkout knows the extensions of `payment` only. */
  extension: `payment.${string}`;
}

const GIFT = { apart: true, extension: 'payment.gift' } as const;

/** All extras by their names in the contract, in the order of forms and paper. */
export const ORDER_EXTRAS = {
  gift: { label: 'Gift', most: 3, flag: 'No prices and no receipt in the parcel', ...GIFT },
  giftMessage: { label: 'Message on the card', most: 300, rows: 4, ...GIFT },
  /** Given if the gift goes to somebody else. The order's name and phone are then those of the receiver. */
  buyerName: { label: 'Bought by', most: 200, ...GIFT },
  buyerPhone: { label: 'Phone of the buyer', most: 60, ...GIFT },
  note: {
    label: 'Note to the shop',
    hint: 'For those who pack and send it: a gate code, a landmark.',
    most: 300,
    rows: 3,
    extension: 'payment.note',
  },
} as const satisfies Record<ExtraName, OrderExtra>;

type ExtensionOf<Extra> = Extra extends { extension: infer Name extends string } ? Name : never;
type ExtraExtension = ExtensionOf<(typeof ORDER_EXTRAS)[ExtraName]>;
/** The gain of each extension for a shopper. It is separate because no page shows it. */
export const EXTRA_GAINS = {
  'payment.gift': 'an order can be a gift, with a card and a receiver of its own',
  'payment.note': 'those who pack an order read a note of the shopper',
} as const satisfies Record<ExtraExtension, string>;
/** The extras in a row of `orders`. */
export type ExtraColumns = { [Name in ExtraName]: string | null };

type DeclaredExtra = OrderExtra & { extension: ExtraExtension };
export const orderExtras: readonly (DeclaredExtra & { name: ExtraName })[] =
  Object.entries<DeclaredExtra>(ORDER_EXTRAS).map(([name, extra]) => ({
    ...extra,
    name: name as ExtraName,
  }));

/** Reads a flag from any client. Returns 'yes' for 'yes' or 'true' in upper or lower case, and '' for anything else. */
export const readFlag = (value: unknown): 'yes' | '' =>
  /^\s*(yes|true)\s*$/i.test(String(value)) ? 'yes' : '';

export const eachExtra = <Value>(of: (extra: (typeof orderExtras)[number]) => Value) =>
  Object.fromEntries(orderExtras.map((extra) => [extra.name, of(extra)])) as {
    [Name in ExtraName]: Value;
  };

/** The extras that are shown in a list. */
export const listedExtras = orderExtras.filter(({ apart }) => !apart);

export type ExtraField = (typeof listedExtras)[number];

/** Returns the extras of an order as label and text. */
export const extrasOf = (
  from: Partial<ExtraColumns>,
  extras = orderExtras,
): [label: string, text: string][] =>
  extras.flatMap(({ name, label, flag }) => {
    const text: string | null | undefined = from[name];
    return text ? [[label, flag ?? text]] : [];
  });

/** Returns the name of the buyer, whom the shop writes to. A gift's parcel may go to somebody else. */
export const buyerOf = ({
  fullName,
  buyerName,
}: {
  fullName: string;
  buyerName?: string | null | undefined;
}): string => buyerName || fullName;
