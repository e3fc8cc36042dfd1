import pg from 'pg';
import type { TestProject } from 'vitest/node';
import startServer from './global-setup.ts';
import { startPooler } from './pooler.ts';

/** The role of the programs. It may log in; `migrate` gives it the rest. */
const ROLE = { username: 'programs', password: 'programs' };

/**
 * Starts one PostgreSQL for a test run, and in front of it a PgBouncer in transaction mode with five connections for
 * each database: half of what one process of the API takes without it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let url = '';
  const stop = await startServer({
    provide: (name, value) => {
      project.provide(name, value as never);
      if (name === 'databaseUrl') url = value as string;
    },
  } as TestProject);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${ROLE.username} login password '${ROLE.password}'`);
  await admin.end();
  const role = Object.assign(new URL(url), ROLE).href;
  const pooler = await startPooler({ mode: 'transaction', size: 5 }, role);
  project.provide('pooler', { port: new URL(pooler.through(role)).port, ...ROLE });
  return async () => {
    await pooler.close();
    await stop();
  };
}
