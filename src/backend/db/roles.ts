import type pg from 'pg';
import { addressesOf, type DatabasePlace, isShared } from './addresses.ts';
import { API_LIMITS, limitStatements } from './connect.ts';
import { openClient } from './sessions.ts';
import { UnusableDatabase } from './unusable.ts';

const WHERE = `
  select quote_ident(current_user) as role, quote_ident(current_database()) as base,
    oid::text || ' ' || pg_postmaster_start_time()::text as place, current_setting('server_version_num')::int >= 170000 as maintains
  from pg_database where datname = current_database()`;

/** The answer to WHERE. `place` is equal for all roles in one database of one server. */
interface Where {
  role: string;
  base: string;
  place: string;
  maintains: boolean;
}

/** The shop's objects that this role owns. */
const OWNED = `
  select c.relkind = 'S' as sequence, nspname as schema, c.oid::regclass::text as name from pg_class c
  join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'drizzle') and relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(relowner, 'USAGE')`;

/**
 * Does nothing unless DATABASE_DIRECT_URL is set. Gives the role of DATABASE_URL its time limits for statements outside of
 * a transaction. If another role migrates, also grants it rights to the shop's tables. It may change rows and owns
 * nothing, so no call can switch off a trigger.
 * @param owner - a connection by the direct address.
 * @throws UnusableDatabase if the two addresses lead to different databases.
 */
export async function grantRights(owner: pg.ClientBase, place: DatabasePlace): Promise<void> {
  const addresses = addressesOf(place);
  if (!isShared(addresses)) return;
  const calls = await openClient(addresses.url);
  try {
    const [mine, theirs] = [await whereIs(owner), await whereIs(calls)];
    if (mine.place !== theirs.place) {
      throw new UnusableDatabase(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set both to the same one.',
      );
    }
    // A role may always set its own limits. Connections that the pooler has already opened do not have them.
    await calls.query(
      limitStatements(API_LIMITS, `alter role current_user in database ${theirs.base} set`),
    );
    if (mine.role !== theirs.role) await grantTo(owner, theirs.role, mine.maintains);
  } finally {
    await calls.end();
  }
}

async function whereIs(client: pg.ClientBase): Promise<Where> {
  const { rows } = await client.query<Where>(WHERE);
  if (!rows[0]) throw new Error('The database does not say where it is');
  return rows[0];
}

async function grantTo(owner: pg.ClientBase, role: string, maintains: boolean): Promise<void> {
  const { rows } = await owner.query<{ sequence: boolean; schema: string; name: string }>(OWNED);
  const named = (sequence: boolean, schema: string) =>
    rows.flatMap((row) => (row.sequence === sequence && row.schema === schema ? row.name : []));
  const grants: [rights: string, things: readonly string[]][] = [
    // An import updates the statistics. Before PostgreSQL 17 only an owner may, and PostgreSQL does it later.
    [`select, insert, update, delete${maintains ? ', maintain' : ''}`, named(false, 'public')],
    ['usage, select, update', named(true, 'public')],
    ['select', named(false, 'drizzle')],
  ];
  for (const [rights, things] of grants) {
    if (things.length > 0) await owner.query(`grant ${rights} on ${things.join(', ')} to ${role}`);
  }
  await owner.query(`grant usage on schema public, drizzle to ${role}`);
}
