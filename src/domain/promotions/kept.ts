import type { Choice } from './choice.ts';
import { isDelivery } from './offer.ts';

/** An order's record of its promotions. Kobo. */
export interface KeptPromotion {
  label: string;
  /** Its codes, as people read them: 'TEN and SAMPLE-7KQ2M9XWTR'. */
  code?: string;
  /** The discount on each line, in their order, and on the fee. They sum to the discount. */
  lines: number[];
  feeKobo: number;
  /** Each promotion that counted. Orders of older versions have no labels. `delivery`: it reduced the fee. */
  uses: { id: string; label?: string; code?: string; kobo: number; delivery?: true }[];
}

/** Returns what an order stores; null if there is no discount. A promotion that took nothing off is not used. */
export function keptOf({ lines, feeKobo, applied }: Choice): KeptPromotion | null {
  const used = applied.filter(({ kobo }) => kobo > 0);
  if (used.length === 0) return null;
  const codes = used.flatMap(({ code }) => code ?? []);
  return {
    label: [...new Set(used.map(({ promotion }) => promotion.label))].join(' and '),
    ...(codes.length > 0 && { code: codes.join(' and ') }),
    lines,
    feeKobo,
    uses: used.map((one) => ({
      id: one.promotion.id,
      label: one.promotion.label,
      ...(one.code !== undefined && { code: one.code }),
      kobo: one.kobo,
      ...(isDelivery(one) && { delivery: true as const }),
    })),
  };
}
