/** The sums of an order, the same in every place that shows them. All amounts in kobo. */
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';
import type { CartItem } from './cart.ts';
import { subtotal } from './cart-lines.ts';

/** The discount of one promotion. `delivery`: it reduces the fee. */
export interface Reduction {
  label: string;
  code?: string | undefined;
  kobo: number;
  delivery?: boolean | undefined;
}

/** Returns the name of a reduction: 'Harmattan sale (HARMATTAN)'. */
export const reductionWords = ({ label, code }: Pick<Reduction, 'label' | 'code'>): string =>
  label + (code ? ` (${code})` : '');

/** A row of sums. An 'off' is negative. */
export interface SumRow {
  is: 'goods' | 'off' | 'fee' | 'total';
  label: string;
  kobo: number;
}

/**
 * Returns the rows of an order's sums, topmost first: the goods, their discounts, the fee, its discounts, and the total.
 * Without a discount there is no row for the goods.
 */
export function sumRows(
  { goods, fee, reductions }: { goods: number; fee: number; reductions: readonly Reduction[] },
  labels: { fee: string; total: string },
): SumRow[] {
  const taken = reductions.filter(({ kobo }) => kobo > 0);
  const off = (delivery: boolean) =>
    taken.flatMap((each): SumRow[] =>
      Boolean(each.delivery) === delivery
        ? [{ is: 'off', label: reductionWords(each), kobo: -each.kobo }]
        : [],
    );
  const paid = taken.reduce((rest, { kobo }) => rest - kobo, goods + fee);
  return [
    ...(taken.length > 0 ? [{ is: 'goods' as const, label: 'Subtotal', kobo: goods }] : []),
    ...off(false),
    { is: 'fee', label: labels.fee, kobo: fee },
    ...off(true),
    { is: 'total', label: labels.total, kobo: paid },
  ];
}

/** Returns the amount of a row: '₦45,000', '−₦4,500'. */
export const sumText = ({ kobo }: Pick<SumRow, 'kobo'>): string =>
  `${kobo < 0 ? '−' : ''}${formatNaira(toNaira(Math.abs(kobo)))}`;

/** A promotion in an answer of the API; `amount` in naira. */
interface Told extends Omit<Reduction, 'kobo'> {
  amount: number;
}

const reductionsOf = (told: readonly Told[]): Reduction[] =>
  told.map(({ amount, label, code, delivery }) => ({
    label,
    code,
    delivery,
    kobo: toKobo(amount),
  }));

/**
 * Returns the rows of a cart's sums at the checkout, always with the goods. Without a place the fee is 0.
 * @param applied - the promotions that apply, if they are known.
 */
export function rowsOfCart(
  items: readonly Pick<CartItem, 'price' | 'quantity'>[],
  place: { amount: number } | undefined,
  applied: readonly Told[] = [],
): SumRow[] {
  const goods = toKobo(subtotal(items));
  const rows = sumRows(
    { goods, fee: toKobo(place?.amount ?? 0), reductions: reductionsOf(applied) },
    { fee: 'Shipping', total: 'Total' },
  );
  return rows[0]?.is === 'goods'
    ? rows
    : [{ is: 'goods', label: 'Subtotal', kobo: goods }, ...rows];
}

/** The sums of an order in an answer of the API, in naira. */
interface ToldSums {
  totalAmount: number;
  shippingFee: number;
  /** Extension order.promotion. */
  promotion?:
    | (Pick<Told, 'label' | 'code'> & { discount: number; applied?: readonly Told[] | undefined })
    | undefined;
}

export function rowsOfOrder({ totalAmount, shippingFee, promotion }: ToldSums): SumRow[] {
  const told = promotion && [{ ...promotion, amount: promotion.discount }];
  return sumRows(
    {
      goods: toKobo(totalAmount) - toKobo(shippingFee),
      fee: toKobo(shippingFee),
      reductions: reductionsOf(promotion?.applied ?? told ?? []),
    },
    { fee: 'Shipping', total: 'Total Amount' },
  );
}

/** Returns the discount of each promotion of an order. Older orders have stored only their sum. */
export function keptReductions(kept: KeptPromotion | null, discountKobo: number): Reduction[] {
  if (discountKobo <= 0) return [];
  const each = (kept?.uses ?? []).flatMap(({ label, code, kobo, delivery }) =>
    label === undefined ? [] : [{ label, code, kobo, delivery }],
  );
  const isAll = each.reduce((sum, { kobo }) => sum + kobo, 0) === discountKobo;
  return isAll
    ? each
    : [{ label: kept?.label ?? 'Discount', code: kept?.code, kobo: discountKobo }];
}

/** The stored sums of an order. */
export interface KeptSums {
  feeKobo: number;
  totalKobo: number;
  discountKobo: number;
  promotion: KeptPromotion | null;
}

/** Returns the rows of an order's stored sums. */
export const keptRows = (
  { feeKobo, totalKobo, discountKobo, promotion }: KeptSums,
  labels: Parameters<typeof sumRows>[1],
): SumRow[] =>
  sumRows(
    {
      goods: totalKobo + discountKobo - feeKobo,
      fee: feeKobo,
      reductions: keptReductions(promotion, discountKobo),
    },
    labels,
  );
