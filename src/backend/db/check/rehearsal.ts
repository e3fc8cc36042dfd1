import type pg from 'pg';
import { USE_POSTGRESQL } from '#backend/db/engine.ts';
import {
  appliedMigrations,
  lastMigration,
  migrationStatements,
  missingMigrations,
} from '#backend/db/migrate.ts';
import { changedParts, describeSchema } from '#backend/db/schema.ts';
import { applyFunctions, applyViews, readSqlFiles } from '#backend/db/sql-files.ts';
import { UnusableDatabase } from '#backend/db/unusable.ts';
import { asTyped } from '#process/as-typed.ts';
import { expectThat, type Finding, missing, ok, reasonOf, rolledBack, untried } from './finding.ts';

const NAME = 'migrations';

/** PostgreSQL's validators, which `create function` skips while functions may call one of a later file. */
const VALIDATE = ['sql', 'plpgsql'].map(
  (language) => `
  select ${language === 'sql' ? 'fmgr_sql' : language}_validator(p.oid) from pg_proc p join pg_language l on l.oid = prolang
  where pronamespace = current_schema()::regnamespace and lanname = '${language}'`,
);

/**
 * Runs all migrations and SQL files of this version in a separate schema, in a transaction that is rolled back. So the
 * server itself shows whether it has what the tables, triggers and functions need. A database that is up to date must have
 * the same functions, triggers and views.
 * @param schema - an unused name.
 */
export async function rehearse(
  client: pg.ClientBase,
  schema: string,
  before: readonly Finding[],
): Promise<Finding[]> {
  const needed = before.find(
    ({ state, name }) => state === 'missing' && /extension|right/.test(name),
  );
  if (needed) return [untried(NAME, `They need the ${needed.name}.`)];
  let under = 'their list';
  try {
    const lacks = await missingMigrations(client);
    const has = await appliedMigrations(client);
    return await rolledBack(client, async () => {
      await client.query(`create schema ${schema}`);
      await client.query(`set local search_path = ${schema}, public`);
      const all = migrationStatements();
      for (const { name, statements } of all) {
        under = name;
        for (const statement of statements) {
          await client.query(statement.replaceAll('"public".', `"${schema}".`));
        }
      }
      under = 'an SQL file';
      const files = readSqlFiles();
      await applyFunctions(client, files, lastMigration());
      await applyViews(client, files, files, lastMigration());
      await client.query('set local check_function_bodies = on');
      for (const statement of VALIDATE) await client.query(statement);
      const works = ok(
        NAME,
        `all ${all.length} of this version and ${files.length} SQL files work, and were undone`,
      );
      // A newer version has other functions. So has a database whose files are not applied yet.
      if (lacks.length > 0 || has.length !== all.length) return [works];
      const should = await describeSchema(client, schema);
      const changed = changedParts(await describeSchema(client), should);
      return [works, unchanged(changed)];
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) return [missing(NAME, error.message)];
    return [
      missing(
        NAME,
        `${under} fails: ${reasonOf(error)}. The shop does not run on this server. ${USE_POSTGRESQL}`,
      ),
    ];
  }
}

const unchanged = (changed: readonly string[]): Finding =>
  expectThat(
    changed.length === 0,
    'functions, triggers and views',
    'they are those of this version',
    `Somebody changed or dropped ${changed.join(', ')} in the database. Run in this database: delete from sql_files. Then run ${asTyped('migrate')}, which makes them again.`,
  );
