import type { ExtraName } from './order-extra-names.ts';

/**
 * What a shopper may add to an order beyond the fields of spec §2, each declared once. From here follow the contract's schema and
 * reader, the draft and the form of the checkout, the stored order, the order's page, both emails of a paid order, the back
 * office, the packing slip, sheet and export of the merchant's commands, what is erased with an account, the list of extensions
 * and the privacy page. By hand remain its name in order-extra-names.ts, a nullable column of the same name in the table `orders`,
 * with its migration, and a row in contract/README.md.
 */
export interface OrderExtra {
  /** What people read for it. */
  label: string;
  /** What stands beneath it at the checkout. */
  hint?: string;
  /** The longest text, in characters. */
  most: number;
  /** How many lines its field shows. A text has one line; with this it keeps the breaks that the shopper made. */
  rows?: number;
  /** It is a yes or empty (readFlag). What people read for a yes. */
  flag?: string;
  /** It has its own place at the checkout and on paper, so lists of extras there leave it out. */
  apart?: true;
  /** The extension that has it. The checkout is told of those of `payment` alone. */
  extension: `payment.${string}`;
}

const GIFT = { apart: true, extension: 'payment.gift' } as const;

/** By their names in the contract, in the order of forms and papers. */
export const ORDER_EXTRAS = {
  gift: { label: 'Gift', most: 3, flag: 'No prices and no receipt in the parcel', ...GIFT },
  giftMessage: { label: 'Message on the card', most: 300, rows: 4, ...GIFT },
  /** Of a gift that goes to somebody else: name and phone of the order are then those of who gets it. */
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
/** What each extension gives a shopper. Apart, since no page shows it. */
export const EXTRA_GAINS = {
  'payment.gift': 'an order can be a gift, with a card and a receiver of its own',
  'payment.note': 'those who pack an order read a note of the shopper',
} as const satisfies Record<ExtraExtension, string>;
/** What a shopper has added, in a row of `orders`. */
export type ExtraColumns = { [Name in ExtraName]: string | null };

type DeclaredExtra = OrderExtra & { extension: ExtraExtension };
export const orderExtras: readonly (DeclaredExtra & { name: ExtraName })[] =
  Object.entries<DeclaredExtra>(ORDER_EXTRAS).map(([name, extra]) => ({
    ...extra,
    name: name as ExtraName,
  }));

/** Reads a flag of any client: 'yes' for a yes or a true in any case, '' for 'no', '0' and all else. */
export const readFlag = (value: unknown): 'yes' | '' =>
  /^\s*(yes|true)\s*$/i.test(String(value)) ? 'yes' : '';

/** An object with a value for each of them. */
export const eachExtra = <Value>(of: (extra: (typeof orderExtras)[number]) => Value) =>
  Object.fromEntries(orderExtras.map((extra) => [extra.name, of(extra)])) as {
    [Name in ExtraName]: Value;
  };

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
