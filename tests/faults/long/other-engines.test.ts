import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkDatabase } from '#backend/db/check/check.ts';
import { migrate } from '#backend/db/migrate.ts';
import { PROGRAMS, runProgram } from '../../commands/programs.harness.ts';
import { detailOf, forTest, run, wrong } from '../../contract/database/check.harness.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { behaveAs, callItself } from '../../database/other-engine.ts';

/** Databases that only speak PostgreSQL's protocol: the shop refuses them by name, and by behaviour. */

/** As its users quote it. */
const COCKROACH = 'CockroachDB CCL v26.2.4 (x86_64-pc-linux-gnu)';
const YUGABYTE = 'PostgreSQL 15.2-YB-2026.1.0.0-b0 on x86_64-pc-linux-gnu';

const tablesOf = (url: string) => run(url, "select from pg_tables where schemaname = 'public'");

describe('the check', () => {
  test.each([
    [COCKROACH, /^This is CockroachDB, another database .* Use PostgreSQL itself/],
    [YUGABYTE, /^This is YugabyteDB, another database .* Use PostgreSQL itself/],
  ])('names %s, and checks nothing more', async (version, sentence) => {
    const url = await forTest(emptyDatabase());
    await callItself(url, version);
    const findings = await checkDatabase(url);
    expect(wrong(findings)).toEqual(['missing engine']);
    expect(detailOf(findings, 'engine')).toMatch(sentence);
    const { code, stdout } = await runProgram(['migrate', '--check', url], {});
    expect(code).toBe(1);
    expect(stdout).toMatch(/^missing {2}engine: This is /);
  });

  test('names Aurora DSQL by its address, and checks nothing', async () => {
    const address = 'postgres://admin:token@foo0bar1.dsql.us-east-1.on.aws/postgres';
    const { code, stdout } = await runProgram(['migrate', '--check', address], {});
    expect(code).toBe(1);
    expect(stdout).toMatch(/^missing {2}engine: This is Aurora DSQL, another /);
  });

  test.each([
    [
      'silent locks',
      'session locks',
      /^The server gives a session lock .* to a second connection while the first one has it/,
    ],
    ['no locks', 'session locks', /^function pg_advisory_lock not supported\. /],
    [
      'no transition tables',
      'migrations',
      /^0000_baseline fails: REFERENCING clause .* not supported yet\. The shop does not run/,
    ],
  ] as const)('notices %s, whatever the name', async (behaviour, name, sentence) => {
    const url = await forTest(emptyDatabase());
    await behaveAs(url, behaviour);
    const findings = await checkDatabase(url);
    expect(wrong(findings)).toEqual([`missing ${name}`]);
    expect(detailOf(findings, name)).toMatch(sentence);
  });
});

describe('the migrations refuse, and create no table, if there are', () => {
  test.each([
    ['silent locks', /gives a session lock .* to a second connection/],
    ['no locks', /does not have what the tables of the shop need/],
    ['no transition tables', /does not have what the tables of the shop need/],
  ] as const)('%s', async (behaviour, sentence) => {
    const url = await forTest(emptyDatabase());
    await behaveAs(url, behaviour);
    await expect(migrate(url)).rejects.toMatchObject({
      name: 'UnusableDatabase',
      message: expect.stringMatching(sentence),
    });
    expect(await tablesOf(url)).toEqual([]);
  });
});

test.each(PROGRAMS)('%s refuses one by its name with one sentence', async (_, words, env = {}) => {
  const url = await forTest(emptyDatabase());
  await callItself(url, COCKROACH);
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-engines-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url };
  const { code, stdout, stderr } = await runProgram(words, { ...env, ...settings });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toMatch(/This is CockroachDB, another database .* Use PostgreSQL itself/);
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
});
