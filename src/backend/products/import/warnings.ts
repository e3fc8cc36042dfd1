import { sql } from 'drizzle-orm';
import type { Faults } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { LIGHT_PAGE, type PageContents, pageBytes } from '#domain/page-weight.ts';
import type { OwnedFields } from './columns.ts';
import { misreadings, SOLD_OUT, saysNoStock } from './misreadings.ts';
import type { ProductEdit } from './rows.ts';

type Priced = Partial<Pick<OwnedFields, 'price_kobo' | 'discount_type' | 'discount_amount'>>;

/**
 * What is valid and hardly meant: goods for nothing. `null` for nothing of the kind. The message is the rest of a
 * sentence that begins with the column.
 */
export function warningOf({
  price_kobo: price,
  discount_type: type,
  discount_amount: amount,
}: Priced): { column: string; message: string } | null {
  if (price === 0) {
    return { column: 'price', message: 'is 0: the product goes along with any order for nothing' };
  }
  const whole =
    type === 'percentage'
      ? amount === 100
      : type === 'fixed' && price !== undefined && (amount ?? 0) * 100 >= price;
  if (!whole) return null;
  const message = 'takes off the whole price: the product goes along with any order for nothing';
  return { column: 'discount', message };
}

/** A row of the file that adds or changes a product. */
type Read = { row: number; known: boolean; given: ProductEdit['given'] };
type PageRow = { row: number; id: string } & { [Part in keyof PageContents]: number };

/** A sentence about a product whose page becomes heavy; null for a light one. A shorter text makes a page lighter. */
export function heavyPage(id: string, contents: PageContents): string | null {
  const bytes = pageBytes(contents);
  if (bytes <= LIGHT_PAGE) return null;
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;
  return `The page /products/${id} becomes heavy: about ${kilobytes(bytes)} of HTML with styles, ${kilobytes(LIGHT_PAGE)} are light. It is published all the same. A shorter description, fewer tags or fewer pictures make it lighter.`;
}

/**
 * Warns of the products of a file that cost nothing, of what was hardly meant as it is read, of new ones that take the former id of another, and of those whose page
 * becomes heavy by it.
 */
export async function warn(transaction: Transaction, warnings: Faults): Promise<void> {
  const { rows } = await transaction.execute<{ row: number; after: OwnedFields }>(sql`
    select row, after from merged
    where (after->>'price_kobo')::bigint = 0 or (after->>'discount_amount')::float8 * 100
      >= case after->>'discount_type' when 'fixed' then (after->>'price_kobo')::float8 else 10000 end
    order by row`);
  for (const { row, after } of rows) {
    const warning = warningOf(after);
    if (warning) warnings.add({ row, ...warning });
  }
  const { rows: read } = await transaction.execute<Read>(sql`
    select merged.row, known, given from merged join staged using (id)
    where before is distinct from after order by merged.row`);
  for (const { row, known, given } of read) {
    warnings.add(...misreadings(given).map((each) => ({ row, ...each })));
    if (!known && saysNoStock(given)) warnings.add({ row, ...SOLD_OUT });
  }
  const { rows: taken } = await transaction.execute<{ row: number; now: string }>(sql`
    select row, substr(to_path, length('/products/') + 1) as now
    from merged join redirects on from_path = '/products/' || id where not known order by row`);
  for (const { row, now } of taken) {
    const message = `is the former id of '${now}', and is a new product now: write '${now}' if that is meant`;
    warnings.add({ row, column: 'id', message });
  }
  const { rows: pages } = await transaction.execute<PageRow>(sql`
    select row, id, octet_length(after->>'description') as text, jsonb_array_length(after->'tags') as tags,
      jsonb_array_length(after->'pictures') as pictures
    from merged where before is distinct from after and after->>'status' <> 'hidden' order by row`);
  for (const { row, id, ...contents } of pages) {
    const message = heavyPage(id, contents);
    if (message !== null) warnings.add({ row, column: null, message });
  }
}
