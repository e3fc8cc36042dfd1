import { run } from '../contract/database/check.harness.ts';

/** The behaviour of other databases, in statements for PostgreSQL. The schema public comes before its own functions. */
const BEHAVES = {
  /** Like CockroachDB: it gives each session lock to everybody. */
  'silent locks': [
    "create function public.pg_advisory_lock(bigint) returns void language sql as ''",
    "create function public.pg_try_advisory_lock(bigint) returns boolean language sql as 'select true'",
    "create function public.pg_advisory_unlock(bigint) returns boolean language sql as 'select true'",
  ],
  /** Like Aurora DSQL: its answer to a request for a lock. */
  'no locks': ['pg_advisory_lock', 'pg_try_advisory_lock'].map(
    (name) =>
      `create function public.${name}(bigint) returns boolean language plpgsql as $$ begin
        raise exception 'function ${name} not supported' using errcode = '0A000'; end $$`,
  ),
  /** Like YugabyteDB: its answer to a trigger that reads the rows of a statement. */
  'no transition tables': [
    `create function public.refuse_trigger() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() c join pg_trigger t on t.oid = c.objid
        where c.classid = 'pg_trigger'::regclass and (t.tgnewtable is not null or t.tgoldtable is not null))
      then raise exception 'REFERENCING clause (transition tables) not supported yet' using errcode = '0A000'; end if; end $$`,
    "create event trigger refuse_trigger on ddl_command_end when tag in ('CREATE TRIGGER') execute function public.refuse_trigger()",
  ],
};

/** Makes a database of the tests' PostgreSQL behave as another one does. */
export async function behaveAs(url: string, ...behaviours: (keyof typeof BEHAVES)[]) {
  await change(
    url,
    behaviours.flatMap((name) => BEHAVES[name]),
  );
}

/** Makes a database of the tests' PostgreSQL claim to be another one. */
export async function callItself(url: string, version: string): Promise<void> {
  await change(url, [
    `create function public.version() returns text language sql as $$ select '${version}'::text $$`,
  ]);
}

async function change(url: string, statements: readonly string[]): Promise<void> {
  const base = new URL(url).pathname.slice(1);
  await run(url, ...statements, `alter database ${base} set search_path = public, pg_catalog`);
}
