import { done, type Result } from '#backend/base/result.ts';
import type { SealKey } from './keys.ts';
import type { Accepted, Essentials, LineToSeal, OrderToSeal } from './layout.ts';
import { type SealedPayment, type SealFault, seal, unseal } from './seal.ts';

/** Short enough for the narrowest mail program. */
const LINE = /.{1,64}/g;

/** A copy belongs to no payment, and the seal of a payment is not a copy. */
const belongsTo = (shop: string): SealedPayment => ({ reference: '', amountKobo: 0, shop });

/** Returns an order as lines for an email, which the shop alone can read. */
export const writeCopy = (
  order: OrderToSeal & { accepted: Accepted },
  lines: readonly LineToSeal[],
  { key, shop }: { key: SealKey; shop: string },
): string => {
  const copy = seal(order, lines, { key, ...belongsTo(shop) });
  return `order-copy[\n${copy.match(LINE)?.join('\n')}\n]`;
};

/** Reads the copy in the text of an email. A mail program may have wrapped, indented or quoted its lines. */
export function readCopy(
  email: string,
  { keys, shop }: { keys: readonly SealKey[]; shop: string },
): Result<Essentials & { accepted: Accepted }, SealFault> {
  const [, found] = /order-copy\[([^\]]*)/.exec(email) ?? [];
  const opened = unseal(found?.replace(/[^\w-]/g, ''), keys, belongsTo(shop));
  if (!opened.ok) return opened;
  const { accepted } = opened.value;
  if (!accepted) throw new Error('A copy was written without its acceptance');
  return done({ ...opened.value, accepted });
}
