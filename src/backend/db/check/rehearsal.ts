import type pg from 'pg';
import { USE_POSTGRESQL } from '#backend/db/engine.ts';
import { migrationStatements, missingMigrations } from '#backend/db/migrate.ts';
import { UnusableDatabase } from '#backend/db/unusable.ts';
import { type Finding, missing, ok, reasonOf, rolledBack, untried } from './finding.ts';

const NAME = 'migrations';

/**
 * Runs all migrations of this version in a schema of their own, in a transaction that is rolled back: whatever the tables,
 * triggers and functions need is asked of the server itself.
 * @param schema - a name that nothing has.
 */
export async function rehearse(
  client: pg.ClientBase,
  schema: string,
  before: readonly Finding[],
): Promise<Finding> {
  const needed = before.find(
    ({ state, name }) => state === 'missing' && /extension|right/.test(name),
  );
  if (needed) return untried(NAME, `They need the ${needed.name}.`);
  let under = 'their list';
  try {
    await missingMigrations(client);
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
      return ok(NAME, `all ${all.length} of this version work, and were undone`);
    });
  } catch (error) {
    if (error instanceof UnusableDatabase) return missing(NAME, error.message);
    return missing(
      NAME,
      `${under} fails: ${reasonOf(error)}. The shop does not run on this server. ${USE_POSTGRESQL}`,
    );
  }
}
