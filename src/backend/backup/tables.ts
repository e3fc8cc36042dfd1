import pg from 'pg';

export interface TableOfBackup {
  name: string;
  /** Its columns, without those that the database computes. */
  columns: string[];
}

/**
 * The shop's tables, each after those that it refers to. `sql_files` is not one of them: it says what made the
 * functions of its own database.
 * @throws Error when two refer to each other.
 */
export async function readTables(client: pg.ClientBase): Promise<TableOfBackup[]> {
  const { rows } = await client.query<TableOfBackup & { refers: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> 'sql_files' order by 1`);
  const sorted: TableOfBackup[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ refers }) => !refers.some((name) => left.has(name)));
    if (free.length === 0) throw new Error(`${[...left.keys()].join(' and ')} refer to each other`);
    for (const { name, columns } of free) {
      sorted.push({ name, columns });
      left.delete(name);
    }
  }
  return sorted;
}

/** The table with its columns in brackets, for COPY. */
export const columnsOf = ({ name, columns }: TableOfBackup): string =>
  `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;

/** The numbers that sequences have reached. Null for one that nobody has used. */
export async function readSequences(client: pg.ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; reached: string | null }>(`
    select sequencename as name, last_value::text as reached from pg_sequences where schemaname = 'public'`);
  return Object.fromEntries(rows.map(({ name, reached }) => [name, reached]));
}
