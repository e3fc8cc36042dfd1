import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PROGRAMS, runProgram } from '../commands/programs.harness.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { startPooler } from '../database/pooler.ts';

/** The message of each kind of program behind a pooler in transaction mode without a direct address. */

let database: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'turare-pooled-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const SENTENCE =
  'There is a pooler in transaction mode before DATABASE_URL: set DATABASE_DIRECT_URL as well, to the address of the server itself, for migrations, imports and notifications.';

const run = (words: Parameters<typeof runProgram>[0], env: Record<string, string | undefined>) =>
  runProgram(words, { DATA_DIR: dataDir, ...env });

test.each(PROGRAMS)('%s refuses with one sentence', async (_, words, env = {}) => {
  const { code, stdout, stderr } = await run(words, {
    ...env,
    DATABASE_URL: database.settings.DATABASE_URL,
  });
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain(SENTENCE);
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
});

test('a direct address that also leads to the pooler is refused', async () => {
  const { DATABASE_URL } = database.settings;
  const other = `${DATABASE_URL}?application_name=other`;
  const { stderr } = await run(['orders', 'list'], { DATABASE_URL, DATABASE_DIRECT_URL: other });
  expect(stderr).toContain(
    'There is a pooler in transaction mode before DATABASE_DIRECT_URL, too: set it to the address of the server itself, or of a pooler in session mode.',
  );
});

test('the check of the migrations names it, and with a direct address it finds nothing', async () => {
  const { DATABASE_URL } = database.settings;
  const bad = await run(['migrate', '--check'], { DATABASE_URL });
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^missing {2}direct connection: .* Set DATABASE_DIRECT_URL /m);
  // It gives the role its limits, which the template of the tests has not passed on.
  expect(await run(['migrate'], database.settings)).toMatchObject({ code: 0 });
  const good = await run(['migrate', '--check'], database.settings);
  expect(good.stdout).toMatch(/^ok {7}calls at a time: 5 of the 20 /m);
  expect(good.stdout).toMatch(/^ok {7}direct connections: 97, enough for 28 API processes/m);
  expect(good.stdout).toMatch(/^ok {7}rights of the calls: programs owns nothing$/m);
  expect(good).toMatchObject({ code: 0, stderr: '' });
});

test('a command works with both addresses', async () => {
  const { code, stdout } = await run(['media', 'unused'], database.settings);
  expect({ code, stdout }).toMatchObject({ code: 0 });
});

test('a pooler in session mode with five connections is too small, and the check counts it', async () => {
  const pooler = await startPooler({ mode: 'session', size: 5 }, database.url);
  onTestFinished(() => pooler.close());
  const { code, stdout } = await run(['migrate', '--check'], {
    DATABASE_URL: pooler.through(database.url),
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ok {7}direct connection: /m);
  expect(stdout).toMatch(
    /^missing {2}connections: The pooler gives 5 at a time, and an API process takes 11, an import 6, and commands 5: .* to 33 at least/m,
  );
});
