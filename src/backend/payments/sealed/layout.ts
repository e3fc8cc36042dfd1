import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { OrderLine, OrderRow } from '#backend/orders/tables.ts';
import { type ExtraColumns, eachExtra } from '#domain/orders/order-extras.ts';
import { WAY_IDS } from '#domain/payments/ways.ts';
import { partsOf, type SetPart, writeParts } from '#domain/products/sets.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';

const text = z.nullable(z.string());
const texts = z.array(text);
const optional = z.optional;

const keptPromotion: z.ZodMiniType<KeptPromotion> = z.object({
  label: z.string(),
  code: z.exactOptional(z.string()),
  lines: z.array(z.int()),
  feeKobo: z.int(),
  uses: z.array(
    z.object({
      id: z.string(),
      label: z.exactOptional(z.string()),
      code: z.exactOptional(z.string()),
      kobo: z.int(),
      delivery: z.exactOptional(z.literal(true)),
    }),
  ),
});

/** The part that an email adds to an accepted order that no provider has. Amounts in kobo, times in ms. */
const accepted = z.object({
  reference: z.string(),
  total: z.int(),
  /** The part of it that was not paid: it is still to come, or an owner has accepted less. */
  due: z.int(),
  way: z.enum(WAY_IDS),
  at: z.int(),
  /** The hash of the secret in the customer's link. */
  link: z.nullable(z.string()),
  /** Amount, sender, time and session ID of the transfers that paid for it. */
  transfers: z.array(z.tuple([z.int(), z.string(), z.int(), text])),
});
export type Accepted = z.infer<typeof accepted>;

/** The sealed JSON. A part is absent if it did not fit, and null if the order had none. Amounts in kobo, times in ms. */
const packed = z.object({
  id: z.string(),
  at: z.int(),
  fee: z.int(),
  /** Absent in an order without a discount, and in those that were sealed before there were any. */
  discount: optional(z.int()),
  /** The number of lines, including those that did not fit. */
  count: z.int(),
  /** Product, quantity, price, and for a set its parts (domain/products/sets.ts). */
  lines: z.array(z.tuple([z.string(), z.int(), z.int(), optional(z.string())])),
  shippingPlace: optional(text),
  fullName: optional(text),
  phone: optional(text),
  address: optional(text),
  city: optional(text),
  state: optional(text),
  country: optional(text),
  email: optional(text),
  shippingEmail: optional(text),
  extras: optional(z.record(z.string(), text)),
  promotion: optional(z.nullable(keptPromotion)),
  accountId: optional(text),
  purchaseId: optional(text),
  deliveryState: optional(text),
  names: optional(texts),
  facts: optional(texts),
  accepted: optional(accepted),
});
type Packed = z.infer<typeof packed>;

/** The parts that can be left out, the most needed first, and their names for people. */
const PARTS = {
  shippingPlace: 'the place of delivery',
  fullName: 'the name',
  phone: 'the phone number',
  address: 'the address',
  city: 'the city',
  state: 'the state',
  country: 'the country',
  email: 'the email address',
  shippingEmail: 'the email address of the delivery',
  extras: 'what was added to the order',
  promotion: 'which promotion counted',
  accountId: 'the account',
  purchaseId: 'the earlier attempts to pay',
  deliveryState: 'the state of the delivery',
  names: 'the names of the products',
  facts: 'the sizes of the products',
} as const satisfies Partial<Record<keyof Packed, string>>;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

export type OrderToSeal = Pick<
  OrderRow,
  'id' | 'createdAt' | 'feeKobo' | 'discountKobo' | 'delivery' | Extract<Part, keyof OrderRow>
> &
  ExtraColumns & { accepted?: Accepted };
export interface LineToSeal
  extends Pick<OrderLine, 'productId' | 'quantity' | 'priceKobo' | 'name' | 'facts'> {
  parts: readonly SetPart[];
}

/** The data that restores an order. A part is null if the order had none, or if it did not fit. Amounts in kobo. */
export interface Essentials
  extends Record<Exclude<Extract<Part, keyof OrderRow>, 'promotion'>, string | null> {
  id: string;
  createdAt: Date;
  feeKobo: number;
  discountKobo: number;
  promotion: KeptPromotion | null;
  deliveryState: string | null;
  extras: ExtraColumns;
  lines: (Omit<LineToSeal, 'name'> & { name: string | null })[];
  /** Null beside a payment at a provider. */
  accepted: Accepted | null;
  /** The parts that did not fit, in words: '2 of 60 products', 'the city'. */
  missing: string[];
}

/**
 * Common texts of orders, which make the packed bytes short. A seal opens only with the dictionary that it was made
 * with, so a change needs a new version.
 */
const DICTIONARY = Buffer.from(
  `Eau de Toilette · 100 mlEau de Parfum · 50 ml","-eau-de-parfum-100ml","Abuja@yahoo.com+2348070Close, Ikeja, Street, Lagos Island
","deliveryState":"Lagos","names":["","facts":[nullnull]}
{"id":"ord_","at":17","fee":000,"count":1,"lines":[["",1,500000],["",2,000000]],"shippingPlace":"","fullName":"","phone":"080","address":"1 Road, ","city":"","state":"Lagos","country":"Nigeria","email":"@gmail.com","shippingEmail":"@gmail.com","extras":{},"accountId":null,"purchaseId":"ord_`,
);
/** Far more than fits: what is opened was packed here. */
const LONGEST_JSON = 1_000_000;

/**
 * Packs an order into at most `room` bytes. The least needed parts are left out until it fits; the lines go last, from
 * the end.
 */
export function pack(order: OrderToSeal, lines: readonly LineToSeal[], room: number): Buffer {
  const all = everything(order, lines);
  for (let kept = PART_NAMES.length; kept >= 0; kept--) {
    const bytes = compress(without(all, PART_NAMES.slice(kept)));
    if (bytes.length <= room) return bytes;
  }
  const bare = without(all, PART_NAMES);
  let most = lines.length;
  for (;;) {
    const bytes = compress({ ...bare, lines: bare.lines.slice(0, most) });
    if (bytes.length <= room || most === 0) return bytes;
    most--;
  }
}

/** @throws Error for bytes that `pack` has not made. */
export function unpack(bytes: Buffer): Essentials {
  const json = inflateRawSync(bytes, { dictionary: DICTIONARY, maxOutputLength: LONGEST_JSON });
  const {
    id,
    at,
    fee,
    discount,
    count,
    lines,
    promotion,
    extras,
    names,
    facts,
    accepted = null,
    ...rest
  } = packed.parse(JSON.parse(json.toString()));
  const given = { ...rest, promotion, extras, names, facts };
  const gone = PART_NAMES.filter(
    (name) => given[name] === undefined && !(name === 'promotion' && !discount),
  );
  const left = count - lines.length;
  return {
    id,
    createdAt: new Date(at),
    feeKobo: fee,
    discountKobo: discount ?? 0,
    promotion: promotion ?? null,
    shippingPlace: rest.shippingPlace ?? null,
    fullName: rest.fullName ?? null,
    phone: rest.phone ?? null,
    address: rest.address ?? null,
    city: rest.city ?? null,
    state: rest.state ?? null,
    country: rest.country ?? null,
    email: rest.email ?? null,
    shippingEmail: rest.shippingEmail ?? null,
    accountId: rest.accountId ?? null,
    purchaseId: rest.purchaseId ?? null,
    deliveryState: rest.deliveryState ?? null,
    extras: eachExtra(({ name }) => extras?.[name] ?? null),
    lines: lines.map(([productId, quantity, priceKobo, parts], place) => ({
      productId,
      quantity,
      priceKobo,
      parts: partsOf({ parts }),
      name: names?.[place] ?? null,
      facts: facts?.[place] ?? null,
    })),
    accepted,
    missing: [
      ...(left > 0 ? [`${left} of ${count} products`] : []),
      ...gone.map((name) => PARTS[name]),
    ],
  };
}

/** The keys have one sequence, so that the same order is always the same text. */
const everything = (order: OrderToSeal, lines: readonly LineToSeal[]): Packed => ({
  id: order.id,
  at: order.createdAt.getTime(),
  fee: order.feeKobo,
  ...(order.discountKobo > 0 && { discount: order.discountKobo }),
  count: lines.length,
  lines: lines.map(({ productId, quantity, priceKobo, parts }) =>
    parts.length > 0
      ? [productId, quantity, priceKobo, writeParts(parts)]
      : [productId, quantity, priceKobo],
  ),
  shippingPlace: order.shippingPlace,
  fullName: order.fullName,
  phone: order.phone,
  address: order.address,
  city: order.city,
  state: order.state,
  country: order.country,
  email: order.email,
  shippingEmail: order.shippingEmail,
  extras: eachExtra(({ name }) => order[name]),
  ...(order.discountKobo > 0 && { promotion: order.promotion }),
  accountId: order.accountId,
  purchaseId: order.purchaseId,
  deliveryState: order.delivery?.state ?? null,
  names: lines.map(({ name }) => name),
  facts: lines.map(({ facts }) => facts),
  ...(order.accepted && { accepted: order.accepted }),
});

function without(all: Packed, left: readonly Part[]): Packed {
  const some = { ...all };
  for (const name of left) delete some[name];
  return some;
}

const compress = (content: Packed): Buffer =>
  deflateRawSync(JSON.stringify(content), { dictionary: DICTIONARY, level: 9 });
