import type { LiveAnswer } from '#contract/product.ts';
import { isRecord } from '#contract/reading/record.ts';
import { isNaira, isText } from '#site/storage/json.ts';

/** A product's current price and stock. */
export type Figures = LiveAnswer['products'][number];

const isMissing = (value: unknown) => value === undefined || value === null;
export const isTextIfAny = (value: unknown): value is string | undefined =>
  value === undefined || isText(value, 200);
export const isCountIfAny = (value: unknown): value is number | undefined =>
  value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);

/** Returns price and stock that keep the contract; undefined for anything else. */
export function quickFigures(value: unknown): Figures | undefined {
  if (!isRecord(value) || !isText(value.id, 200) || !isNaira(value.price)) return undefined;
  const { id, movedTo, price, qtyAvailable, discount } = value;
  if (!isTextIfAny(movedTo) || !Number.isSafeInteger(qtyAvailable) || (qtyAvailable as number) < 0)
    return undefined;
  if (!isMissing(discount)) {
    if (!isRecord(discount) || !isNaira(discount.amount)) return undefined;
    if (discount.type !== 'fixed' && discount.type !== 'percentage') return undefined;
    const { expiresAt } = discount;
    if (!isMissing(expiresAt) && !/^[\dT:.-]+Z$/.test(String(expiresAt))) return undefined;
  }
  return { id, movedTo, price, qtyAvailable, discount } as Figures;
}
