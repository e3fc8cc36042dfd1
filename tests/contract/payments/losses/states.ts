import pg from 'pg';
import { expect } from 'vitest';

/** States of a database at some moments, and what a restore brings back: all tables and sequences. */
export interface States {
  /** Records the current state. */
  keep(): Promise<number>;
  /** Restores a state. Triggers write nothing. */
  bringBack(state: number): Promise<void>;
  /** Lets time pass: shifts all times, including recorded ones, into the past. */
  pass(minutes: number): Promise<void>;
  /** Forgets what is newer than a state, and restores that state. */
  beginAgain(state: number): Promise<void>;
  close(): Promise<void>;
}

/** The written columns of each table of the shop. Those with times are separate. */
const TABLES = `
  select c.relname as name,
    string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
    string_agg(format('%1$I = %1$I - by', a.attname), ', ') filter (where a.atttypid = 'timestamptz'::regtype) as times
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`;

/**
 * Tables that these histories write. Those of people, of the catalogue and of imports stay as they are, which `close`
 * proves.
 */
const WRITTEN = [
  'catalogue_changes',
  'database_mark',
  'disputes',
  'door_collections',
  'door_refusals',
  'emails',
  'fulfilment_steps',
  'lost_times',
  'order_items',
  'order_parts',
  'promotion_uses',
  'order_search',
  'orders',
  'rate_limits',
  'refunds',
  'restocks',
  'staff_actions',
  'stock',
  'stock_movements',
  'payments',
  'webhook_events',
];

interface Table {
  name: string;
  columns: string;
  times: string | null;
}

/**
 * Returns one function for each, so that PostgreSQL plans each statement once. A copy of a table has one more column. A
 * real restore of a backup takes seconds, and `create database … template` 60 ms; this takes 5.
 */
function functionsOf(tables: readonly Table[]): string {
  const each = (statements: (table: Table) => string[]) => tables.flatMap(statements).join('\n');
  const define = (head: string, body: string) =>
    `create function kept.${head} returns void language plpgsql as $f$ begin
      perform set_config('session_replication_role', 'replica', true);
      ${body} end $f$;`;
  return [
    'create schema kept;',
    each(({ name, columns }) => [
      `create unlogged table kept.${name} as select ${columns}, null::int as kept_as from public.${name} limit 0;`,
    ]),
    'create unlogged table kept.sequences (kept_as int, name text, reached bigint);',
    define(
      'keep(this_state int)',
      `${each(({ name, columns }) => [
        `insert into kept.${name} (${columns}, kept_as) select ${columns}, this_state from public.${name};`,
      ])}
      insert into kept.sequences select this_state, quote_ident(sequencename), last_value from pg_sequences
        where schemaname = 'public';`,
    ),
    define(
      'bring_back(this_state int)',
      `${each(({ name, columns }) => [
        `delete from public.${name};`,
        `insert into public.${name} (${columns}) overriding system value
          select ${columns} from kept.${name} where kept_as = this_state;`,
      ])}
      perform setval(name::regclass, coalesce(reached, 1), reached is not null) from kept.sequences where kept_as = this_state;`,
    ),
    define(
      'pass(by interval)',
      each(({ name, times }) =>
        times === null
          ? []
          : [`update public.${name} set ${times};`, `update kept.${name} set ${times};`],
      ),
    ),
    define(
      'forget(this_state int)',
      `${each(({ name }) => [`delete from kept.${name} where kept_as > this_state;`])}
      delete from kept.sequences where kept_as > this_state;`,
    ),
  ].join('\n');
}

/** Deleted rows make later histories slow until they are vacuumed. */
const VACUUM_EVERY = 50;

/** The disk would take half of the time. Existing connections connect again. */
const HURRY = `
  do $d$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $d$;
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Opens the states of a database, as its owner. */
export async function openStates(databaseUrl: string): Promise<States> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(HURRY);
  const { rows: all } = await client.query<Table>(TABLES);
  const others = all.filter(({ name }) => !WRITTEN.includes(name));
  const contents = async () => {
    const { rows } = await client.query<{ name: string; rows: string }>(
      others
        .map(
          ({ name }) =>
            `select '${name}' as name, string_agg(t::text, ' ' order by t::text) as rows from ${name} t`,
        )
        .join(' union all ')
        .concat(' order by name'),
    );
    return rows;
  };
  const before = await contents();
  await client.query(functionsOf(all.filter(({ name }) => WRITTEN.includes(name))));
  let newest = 0;
  let begun = 0;
  const call = async (name: string, value: number | string) => {
    await client.query({ name, text: `select kept.${name}($1)`, values: [value] });
  };
  return {
    async keep() {
      await call('keep', ++newest);
      return newest;
    },
    bringBack: (state) => call('bring_back', state),
    pass: (minutes) => call('pass', `${minutes} minutes`),
    async beginAgain(state) {
      await call('bring_back', state);
      await call('forget', state);
      newest = state;
      if (++begun % VACUUM_EVERY === 0) await client.query('vacuum');
    },
    async close() {
      expect(await contents()).toEqual(before);
      await client.end();
    },
  };
}
