import { describe, expect, test } from 'vitest';
import { checkDatabase } from '#backend/db/check/check.ts';
import { emptyDatabase, freshDatabase } from '../../database/fresh.ts';
import { FULL, forTest, roleIn, run, wrong } from '../database/check.harness.ts';

/** The answer of npm run migrate -- --check about a complete database, which it leaves unchanged. */

const EVERYTHING = `
  select format('%s %s %s', n.nspname, c.relkind, c.relname) as thing from pg_class c join pg_namespace n on n.oid = relnamespace
    where n.nspname not like 'pg_temp%' and n.nspname not like 'pg_toast%'
  union all select 'schema ' || nspname from pg_namespace where nspname not like 'pg_temp%' and nspname not like 'pg_toast%'
  union all select 'extension ' || extname from pg_extension
  union all select format('function %s', oid::regprocedure) from pg_proc
  union all select 'lock' from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and d.datname = current_database()
  order by 1`;

describe('a suitable database', () => {
  test.each([
    ['an empty one', emptyDatabase],
    ['one of a shop', freshDatabase],
  ])('%s: nothing is missing, and the check leaves nothing behind', async (_, make) => {
    const url = await forTest(make());
    const before = await run(url, EVERYTHING);
    const findings = await checkDatabase(url);
    expect(wrong(findings)).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['migrations', 'direct connection']),
    );
    expect(await run(url, EVERYTHING)).toEqual(before);
  });

  test('a role that may create objects is enough', async () => {
    const url = await roleIn(await forTest(emptyDatabase()), ...FULL);
    expect(wrong(await checkDatabase(url))).toEqual([]);
  });
});
