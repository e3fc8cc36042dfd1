import type pg from 'pg';

/** The advice for a server on which the shop does not run. */
export const USE_POSTGRESQL = 'Use PostgreSQL itself, or a service of it.';

/**
 * Other products that speak PostgreSQL's protocol. `sign` matches version() or the end of a host's name: Aurora DSQL
 * documents no version(). Sources and dates are in deployment/engines.md.
 */
const OTHERS = [
  {
    sign: /CockroachDB/,
    name: 'CockroachDB',
    lacks:
      'its triggers have no transition tables, its session locks (pg_advisory_lock) keep nobody out, and it has no LISTEN',
  },
  {
    sign: /\d-YB-\d/,
    name: 'YugabyteDB',
    lacks: 'its triggers have no transition tables',
  },
  {
    sign: /\.dsql[\w-]*\.[\w-]+\.on\.aws$/,
    name: 'Aurora DSQL',
    lacks: 'it has no triggers, no temporary tables and no session locks (pg_advisory_lock)',
  },
] as const;

/**
 * Returns why the shop cannot run on a database that is known to be another product.
 * @param name - the answer of version(), which may begin with 'PostgreSQL' in any case, or the name of the host.
 */
export function otherEngine(name: string): string | undefined {
  const other = OTHERS.find(({ sign }) => sign.test(name));
  return (
    other &&
    `This is ${other.name}, another database that speaks PostgreSQL's protocol: ${other.lacks}. ${USE_POSTGRESQL}`
  );
}

/** The reason for refusing a database whose session locks exclude nobody. */
export const SILENT_LOCKS = `The server gives a session lock (pg_advisory_lock) to a second connection while the first one has it, so that two migrations or imports would run at once. ${USE_POSTGRESQL}`;

/**
 * Whether this connection is refused a session lock that another connection has. Leaves nothing behind.
 * @param key - a number that `pg_advisory_lock` takes.
 */
export async function isKeptOut(other: Pick<pg.ClientBase, 'query'>, key: number) {
  const { rows } = await other.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    key,
  ]);
  if (rows[0]?.mine === false) return true;
  await other.query('select pg_advisory_unlock($1)', [key]);
  return false;
}
