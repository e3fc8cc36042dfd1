import * as z from 'zod/mini';
import { LONGEST_RETURN_TEXT, REASON_IDS, WISH_IDS } from '#domain/returns/rules.ts';
import { ownOrderParams } from './own-order.ts';
import { isoTime } from './values.ts';

export const returnPictureParams = z.extend(ownOrderParams, {
  return: z.string().check(z.regex(/^\d{1,15}$/)),
});

const units = z.object({
  /** The place of the line among the items of the order, from 0. */
  item: z.int().check(z.gte(0), z.lt(1000)),
  quantity: z.int().check(z.gte(1), z.lte(1000)),
});

/** A request to return goods. */
export const returnBody = z.object({
  /** Random, a new one for each request: sent twice, it is one. */
  attempt: z.string().check(z.regex(/^[\w-]{16,100}$/)),
  items: z
    .array(units)
    .check(z.minLength(1, 'Choose what you want to send back'), z.maxLength(100)),
  reason: z.enum(REASON_IDS, 'Choose a reason'),
  /** Whether a seal is broken. */
  opened: z.boolean(),
  words: z
    .string()
    .check(
      z.trim(),
      z.maxLength(LONGEST_RETURN_TEXT, `Write at most ${LONGEST_RETURN_TEXT} characters`),
    ),
  wish: z.enum(WISH_IDS, 'Choose what you want'),
});
export type ReturnBody = z.infer<typeof returnBody>;

/** The returns of an order (extension order.return). Absent while nothing of it can be returned and nothing was. */
export const orderReturns = z.object({
  /** The units of each item that can still be asked for. */
  left: z.array(z.int()),
  /** Until when goods without a fault can be asked for. Null once that is over, and until the parcel has arrived. */
  until: z.nullish(isoTime),
  /** The rules of the shop for goods without a fault: whether they may be opened, and who pays the courier. */
  opened: z.boolean(),
  courierPaidBy: z.enum(['customer', 'shop']),
  /** The requests, oldest first. */
  asked: z.array(
    z.object({
      id: z.int(),
      at: isoTime,
      items: z.array(units),
      /** This backend sends one of REASON_IDS and WISH_IDS. */
      reason: z.string(),
      wish: z.string(),
      words: z.string(),
      /** `ended`: paid back or exchanged. */
      state: z.enum(['asked', 'accepted', 'refused', 'received', 'ended']),
      /** The next steps, or why it was refused. */
      answer: z.nullish(z.string()),
      /** The number of the order that replaces the goods: 3M7F2. */
      exchange: z.nullish(z.string()),
      /** Small pictures as data: addresses. Nobody else can ask for them. */
      pictures: z.array(z.string()),
    }),
  ),
});
export type OrderReturns = z.infer<typeof orderReturns>;
