import { and, asc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { setParts, stock } from '#backend/products/stock-tables.ts';
import { type ProductRow, stockedColumns } from '#backend/products/stocked-products.ts';
import { productPictures, products } from '#backend/products/tables.ts';
import type { SetPart } from '#domain/products/sets.ts';
import { orderItems, orderUnits } from './tables.ts';

/** Units of one product. */
export interface StockLine {
  productId: string;
  quantity: number;
}

/** A product under the lock of its stock. */
export type LockedProduct = ProductRow & {
  /** The hash of its main picture. Null without one. */
  mainPicture: string | null;
};

/**
 * Returns the products and the parts of sets, with their stock locked until the transaction ends. All changes of stock
 * lock it by the product's id, in this one order, so that no two transactions wait for each other. The stock of a set
 * may be slightly old: its parts decide.
 */
export function lockProducts(
  transaction: Transaction,
  ids: readonly string[],
): Promise<LockedProduct[]> {
  return transaction
    .select({ ...stockedColumns, mainPicture: productPictures.mediaHash })
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .leftJoin(
      productPictures,
      and(eq(productPictures.productId, products.id), eq(productPictures.position, 0)),
    )
    .where(
      or(
        inArray(products.id, [...ids]),
        inArray(
          products.id,
          transaction
            .select({ id: setParts.partId })
            .from(setParts)
            .where(inArray(setParts.setId, [...ids])),
        ),
      ),
    )
    .orderBy(asc(products.id))
    .for('no key update', { of: stock });
}

const PARTS = sql<SetPart[]>`coalesce((
  select json_agg(json_build_object('productId', p.product_id, 'quantity', p.quantity) order by p.product_id)
  from order_parts p where p.order_id = ${orderItems.orderId} and p.position = ${orderItems.position}), '[]')`;

/** The lines of an order with what its sets are made of, in the order of the cart. */
export function linesOf(within: Pick<Transaction, 'select'>, orderId: string) {
  return within
    .select({ ...getTableColumns(orderItems), parts: PARTS })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
}

/** The units whose stock orders move. */
export const unitsOfOrders = (within: Pick<Transaction, 'select'>, ids: readonly string[]) =>
  within
    .select({ productId: orderUnits.productId, quantity: orderUnits.quantity })
    .from(orderUnits)
    .where(inArray(orderUnits.orderId, [...ids]));

/** The change by each unit of a line: 1 adds it to the number, -1 takes it off. */
interface Signs {
  onHand: -1 | 0;
  reserved: -1 | 0 | 1;
  sold: 0 | 1;
}

/** The update of `stock` that moves units. The ledger records it for this order. */
function update(orderId: string, { onHand, reserved, sold }: Signs): SQL {
  return sql`update stock set on_hand = stock.on_hand + line.quantity * ${onHand}::int,
      reserved = stock.reserved + line.quantity * ${reserved}::int,
      sold_count = stock.sold_count + line.quantity * ${sold}::int
    from line, set_config('turare.order', ${orderId}, true) where stock.product_id = line.id`;
}

/**
 * Locks the stock of an order's units and moves them: all, or none if one fails `enough`, a condition on a row of
 * `locked`. A product that no longer exists is skipped. One statement, because every sale waits for it.
 * @returns whether it did.
 */
async function move(
  transaction: Transaction,
  orderId: string,
  signs: Signs,
  enough: SQL,
): Promise<boolean> {
  const { rows } = await transaction.execute<{ short: boolean }>(sql`
    with line as (select product_id as id, quantity from order_units where order_id = ${orderId}),
    locked as (
      select product_id, on_hand, reserved from stock where product_id in (select id from line)
      order by product_id for no key update
    ),
    short as (
      select from line left join locked on locked.product_id = line.id where line.quantity > ${enough}
    ),
    moved as (${update(orderId, signs)} and not exists (select from short))
    select exists (select from short) as short`);
  return rows[0]?.short === false;
}

/** However many units there are. */
const ANY = sql`line.quantity`;
/** A product that no longer exists is not missed. */
const ON_HAND = sql`coalesce(locked.on_hand, line.quantity)`;
const FREE = sql`coalesce(locked.on_hand - locked.reserved, 0)`;
const FREE_OR_GONE = sql`coalesce(locked.on_hand - locked.reserved, line.quantity)`;

/**
 * Two parts of the statement that makes an order: its units, and the update that reserves them. The caller has locked the
 * products and knows that the units are in stock.
 */
export const reserving = (orderId: string, units: readonly StockLine[]) => ({
  line: sql`
    select * from unnest(${sql.param(units.map((unit) => unit.productId))}::text[],
      ${sql.param(units.map((unit) => unit.quantity))}::int[]) as line(id, quantity)`,
  reserved: sql`${update(orderId, { onHand: 0, reserved: 1, sold: 0 })} returning stock.product_id`,
});

/** Reserves the units of an order that is rebuilt: all, or none if any is missing. Returns whether it did. */
export const reserveAgain = (transaction: Transaction, orderId: string) =>
  move(transaction, orderId, { onHand: 0, reserved: 1, sold: 0 }, FREE_OR_GONE);

export async function release(transaction: Transaction, orderId: string): Promise<void> {
  await move(transaction, orderId, { onHand: 0, reserved: -1, sold: 0 }, ANY);
}

/**
 * Sells reserved units: all, or none if the merchant has counted fewer than were reserved. The units stay reserved then.
 * Returns whether it did.
 */
export const sellReserved = (transaction: Transaction, orderId: string) =>
  move(transaction, orderId, { onHand: -1, reserved: -1, sold: 1 }, ON_HAND);

/**
 * Takes units off the stock and counts them as sold: all, or none if any is missing. Returns whether it did.
 * @param skipsRemoved - for a rebuilt order: a product that is no longer in the catalogue has no stock, but its bottle
 * may be on the shelf. Otherwise such a product is missing.
 */
export const sellFromStock = (transaction: Transaction, orderId: string, skipsRemoved = false) =>
  move(
    transaction,
    orderId,
    { onHand: -1, reserved: 0, sold: 1 },
    skipsRemoved ? FREE_OR_GONE : FREE,
  );
