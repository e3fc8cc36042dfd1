import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { checkDatabase } from '#backend/db/check/check.ts';
import { checkDirect } from '#backend/db/check/direct.ts';
import {
  detailOf,
  FULL,
  forTest,
  roleIn,
  run,
  wrong,
} from '../../contract/database/check.harness.ts';
import { emptyDatabase } from '../../database/fresh.ts';

/** The answer of npm run migrate -- --check about a database that lacks something. */

describe('a database without', () => {
  test('the right to create: the lines say what an administrator runs', async () => {
    const findings = await checkDatabase(await roleIn(await forTest(emptyDatabase())));
    expect(wrong(findings)).toEqual([
      'missing right to create schemas',
      'missing right to create tables',
      'missing extension pg_trgm',
      'missing extension unaccent',
      'missing extension fuzzystrmatch',
      'untried migrations',
    ]);
    expect(detailOf(findings, 'right to create tables')).toMatch(
      /An administrator runs in this database: grant create on schema public to role_\w+\.$/,
    );
    expect(detailOf(findings, 'extension pg_trgm')).toMatch(
      /^permission denied to create extension "pg_trgm"\. Migrations fail; .* create extension pg_trgm\.$/,
    );
  });

  test('an extension', async () => {
    const url = await forTest(emptyDatabase());
    const base = new URL(url).pathname.slice(1);
    // The server's own list, without one of them.
    await run(
      url,
      "create view public.pg_available_extensions as select * from pg_catalog.pg_available_extensions where name <> 'unaccent'",
      `alter database ${base} set search_path = public, pg_catalog`,
    );
    const findings = await checkDatabase(url);
    expect(wrong(findings)).toEqual(['missing extension unaccent', 'untried migrations']);
    expect(detailOf(findings, 'extension unaccent')).toMatch(/^The server does not have it\. /);
  });

  test('letters of other languages', async () => {
    const name = `ascii_${randomBytes(4).toString('hex')}`;
    const admin = inject('databaseUrl');
    await run(
      admin,
      `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    );
    onTestFinished(async () => {
      await run(admin, `drop database ${name} with (force)`);
    });
    const url = new URL(admin);
    url.pathname = `/${name}`;
    const findings = await checkDatabase(url.href);
    expect(wrong(findings)).toContain('missing letters');
    expect(detailOf(findings, 'letters')).toMatch(/encoding 'UTF8'/);
  });

  test.each([
    [
      'connections',
      'alter role ROLE connection limit 20',
      /^20, and an API process takes 11, an import 6, and commands 5: .* to 33 at least/,
    ],
    [
      'transaction isolation',
      "alter role ROLE set default_transaction_isolation = 'serializable'",
      /^The default is serializable/,
    ],
  ])('enough: %s', async (name, statement, sentence) => {
    const url = await roleIn(await forTest(emptyDatabase()), ...FULL, statement);
    const findings = await checkDatabase(url);
    expect(wrong(findings)).toEqual([`missing ${name}`]);
    expect(detailOf(findings, name)).toMatch(sentence);
  });

  test('writing', async () => {
    const readOnly = 'alter role ROLE set default_transaction_read_only = on';
    const url = await roleIn(await forTest(emptyDatabase()), ...FULL, readOnly);
    expect(wrong(await checkDatabase(url))).toContain('missing writing');
  });
});

/** Returns clients of a pooler in transaction mode: each transaction gets the server connection that was used last. */
function pooledClients(free: pg.Client[]): [pg.ClientBase, pg.ClientBase] {
  const client = () => {
    let mine: pg.Client | undefined;
    return {
      async query(text: string) {
        const server = mine ?? free.pop();
        if (!server) return new Promise(() => {});
        mine = server;
        const result = await server.query(text);
        if (text === 'begin') return result;
        const { rows } = await server.query('select now() <> statement_timestamp() as inside');
        if (text === 'rollback' || rows[0].inside === false) {
          mine = undefined;
          free.push(server);
        }
        return result;
      },
    } as unknown as pg.ClientBase;
  };
  return [client(), client()];
}

test.each([1, 3])('behind a pooler of %i connections in transaction mode', async (size) => {
  const url = await forTest(emptyDatabase());
  const servers = Array.from({ length: size }, () => new pg.Client({ connectionString: url }));
  await Promise.all(servers.map((server) => server.connect()));
  const finding = await checkDirect(...pooledClients([...servers]));
  await Promise.all(servers.map((server) => server.end()));
  expect(finding.state).toBe('missing');
  expect(finding.detail).toMatch(/pooler in transaction mode.* pool_mode = session/);
});

test('npm run migrate -- --check: exit code 0, 1 and 2, and no password', async () => {
  const check = (address: string) =>
    promisify(execFile)(process.execPath, ['scripts/migrate/main.ts', '--check', address], {
      env: { PATH: process.env.PATH },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  const url = await forTest(emptyDatabase());
  const poor = await roleIn(url);
  const away = new URL(url);
  away.pathname = '/nowhere';
  const [good, bad, none] = await Promise.all([check(url), check(poor), check(away.href)]);
  expect(good).toMatchObject({ code: 0, stderr: '' });
  expect(good.stdout).toMatch(/^ok {7}version: PostgreSQL \d+/);
  expect(good.stdout).toMatch(/\nThe shop can run on this database\.\n$/);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/\nmissing {2}right to create tables: Migrations fail\./);
  expect(bad.stdout).toMatch(/\n6 things need fixing before the shop runs on this database\.\n$/);
  expect(none).toMatchObject({
    code: 2,
    stderr: 'The database cannot be checked: database "nowhere" does not exist.\n',
  });
  for (const { stdout, stderr } of [good, bad, none]) {
    expect(stdout + stderr).not.toContain(new URL(url).password);
    expect(stdout + stderr).not.toContain('p4ssword');
  }
});
