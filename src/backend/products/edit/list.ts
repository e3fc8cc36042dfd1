import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { freeUnits } from '#backend/products/stocked-products.ts';
import { lowLimit } from './low-stock.ts';

/** The views of the merchant's list. `sold-out` and `low` cover only products that are sold. */
export const PRODUCT_VIEWS = ['all', 'low', 'sold-out', 'discounted', 'hidden', 'retired'] as const;
export type ProductView = (typeof PRODUCT_VIEWS)[number];

/** The number of products on a page. */
const PAGE = 30;

/** A product in the merchant's list. */
export interface StaffProduct {
  id: string;
  name: string;
  brand: string;
  sku: string | null;
  /** Kobo. */
  price: number;
  discountType: 'fixed' | 'percentage' | null;
  discountAmount: number | null;
  /** Whether the discount has begun and not ended. */
  discounted: boolean;
  status: ProductStatus;
  /** The units that can still be bought. */
  left: number;
  /** The number of units at which the stock is low. */
  low: number;
  /** The hash of its main picture. */
  picture: string | null;
}

const AVAILABLE = freeUnits(sql`p`, sql`s`);
const DISCOUNTED = sql`(p.discount_amount > 0 and coalesce(p.discount_starts_at <= now(), true)
  and coalesce(p.discount_expires_at >= now(), true))`;

const CONDITIONS: Record<ProductView, SQL> = {
  all: sql`true`,
  low: sql`p.status = 'shown' and ${AVAILABLE} between 1 and ${lowLimit(sql`s`)}`,
  'sold-out': sql`p.status = 'shown' and ${AVAILABLE} = 0`,
  discounted: DISCOUNTED,
  hidden: sql`p.status = 'hidden'`,
  retired: sql`p.status = 'retired'`,
};

/** The number of words of a search that count. */
const MOST_WORDS = 8;

/** Matches every word somewhere in name, brand, id, tags, batch or SKU, in any case, in hidden products, too. */
function found(search: string): SQL {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const each = words.map((word) => {
    const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    return sql`lower(concat_ws(' ', p.name, p.brand, p.id, array_to_string(p.tags, ' '), p.batch, p.nafdac_number, p.sku)) like ${like}`;
  });
  return each.length === 0 ? sql`true` : sql.join(each, sql` and `);
}

/** Returns a page of the merchant's products by name, and their number. A page beyond the end is the last one. */
export async function listForStaff(
  db: Pick<Database, 'execute'>,
  { search, view, page }: { search: string; view: ProductView; page: number },
): Promise<{ products: StaffProduct[]; total: number; page: number; pages: number }> {
  const where = sql`${CONDITIONS[view]} and ${found(search)}`;
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from products p join stock s on s.product_id = p.id where ${where}`);
  const total = counted[0]?.total ?? 0;
  const pages = Math.max(Math.ceil(total / PAGE), 1);
  const at = Math.min(Math.max(page, 1), pages);
  const { rows } = await db.execute<Omit<StaffProduct, 'price'> & { price: string }>(sql`
    select p.id, p.name, p.brand, p.sku, p.price_kobo as price, p.discount_type as "discountType",
      p.discount_amount as "discountAmount", ${DISCOUNTED} as discounted, p.status, ${AVAILABLE} as left, ${lowLimit(sql`s`)} as low,
      (select media_hash from product_pictures i where i.product_id = p.id order by position limit 1) as picture
    from products p join stock s on s.product_id = p.id where ${where}
    order by p.name_key, p.id limit ${PAGE}::int offset ${(at - 1) * PAGE}::int`);
  const products = rows.map((row) => ({ ...row, price: Number(row.price) }));
  return { products, total, page: at, pages };
}
