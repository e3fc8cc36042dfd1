import type { Choice } from './choice.ts';
import { isDelivery } from './offer.ts';

/** What an order keeps of its promotions. Kobo. */
export interface KeptPromotion {
  label: string;
  /** Its codes, as people read them: 'TEN and SAMPLE-7KQ2M9XWTR'. */
  code?: string;
  /** What was taken off each line, in their order, and off the fee. They sum to the discount. */
  lines: number[];
  feeKobo: number;
  /** Each promotion that counted. Orders of older versions have no labels. `delivery`: it took off the fee. */
  uses: { id: string; label?: string; code?: string; kobo: number; delivery?: true }[];
}

/** What an order keeps; null if nothing is taken off. A promotion that took nothing off is not used. */
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
