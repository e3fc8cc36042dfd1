import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';

/** The rows that a process claims, and for how long. */
interface Lease<T extends PgTable> {
  /** The column with the end of the lease. The oldest end comes first. */
  until: keyof T['$inferSelect'] & string;
  seconds: number;
  /** The condition for the rows. All by default. */
  due?: SQL | undefined;
  /** The most rows. One by default. */
  most?: number;
  /** Other columns to set in a claimed row. */
  set?: PgUpdateSetSource<T>;
}

/** Returns SQL for the time in so many seconds, by the clock of the database. */
export const inSeconds = (seconds: number): SQL =>
  sql`now() + ${seconds}::int * interval '1 second'`;

/** Claims rows for this process and returns them. Others leave them alone until the lease ends, even if this process dies. */
export async function lease<T extends PgTable>(
  db: Pick<Database, 'update'>,
  table: T,
  { until, seconds, due = sql`true`, most = 1, set }: Lease<T>,
): Promise<T['$inferSelect'][]> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const key = Object.values(columns).find(({ primary }) => primary);
  const end = columns[until];
  // An array is evaluated once. PostgreSQL may run a subquery of `in` again, and take more rows than `most`.
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
