import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';

/** The rows that a process claims, and how long it keeps them. */
interface Lease<T extends PgTable> {
  /** The column with the end of the lease. The rows whose lease ended first are taken first. */
  until: keyof T['$inferSelect'] & string;
  seconds: number;
  /** Which rows. All by default. */
  due?: SQL | undefined;
  /** The most rows. One by default. */
  most?: number;
  /** Other columns to set in a claimed row. */
  set?: PgUpdateSetSource<T>;
}

/** The time in so many seconds, by the clock of the database. */
export const inSeconds = (seconds: number): SQL =>
  sql`now() + ${seconds}::int * interval '1 second'`;

/**
 * Takes rows for this process, and returns them as they are then. Other processes leave them alone until the lease
 * ends, which also happens if this process dies.
 */
export async function lease<T extends PgTable>(
  db: Pick<Database, 'update'>,
  table: T,
  { until, seconds, due = sql`true`, most = 1, set }: Lease<T>,
): Promise<T['$inferSelect'][]> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const key = Object.values(columns).find(({ primary }) => primary);
  const end = columns[until];
  // An array is read once. PostgreSQL may run a subquery of `in` again, and take more rows than `most`.
  const rows = await db
    .update(table)
    .set({ ...set, [until]: inSeconds(seconds) } as PgUpdateSetSource<T>)
    .where(
      sql`${key} = any(array(select ${key} from ${table} where ${end} <= now() and ${due}
        order by ${end} limit ${most} for update skip locked))`,
    )
    .returning();
  return rows as T['$inferSelect'][];
}
