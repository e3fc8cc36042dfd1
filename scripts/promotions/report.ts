import { type ListedPromotion, standingOf } from '#backend/promotions/list.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { scopeWords, takesWords } from '#domain/promotions/words.ts';
import { counted } from '#domain/words.ts';

/** A line for each promotion. */
export function* promotionLines(rows: readonly ListedPromotion[], now: number): Generator<string> {
  if (rows.length === 0) yield 'There is no promotion yet.\n';
  for (const row of rows) {
    const code = row.automatic ? 'without a code' : (row.code ?? counted(row.codes, 'code'));
    const parts = [
      row.id,
      standingOf(row, now),
      row.label,
      `${takesWords(row)}${scopeWords(row)}`,
      code,
      counted(row.uses, 'use'),
      formatNaira(toNaira(row.givenKobo)),
    ];
    yield `${parts.join('  ')}\n`;
  }
}
