import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile, runNode } from '#process/child.ts';
import { root } from '#process/root.ts';
import { freePorts } from './ports.ts';
import type { Run } from './run.ts';

interface Options {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** The way to run a program. By default it has our terminal. */
  run?: Run;
}

export const inTerminal: Run = (program, args = [], env = {}) =>
  runNode(program, [...args], { env: { ...env } });

const PLAYWRIGHT = packageFile('@playwright/test/cli.js');
const BROWSER_TESTS = 'tests/playwright.config.ts';

export const reportOf = (part: string) => join(root, `test-results/${part}.json`);

/** Runs a project of tests/vitest.config.ts and returns the exit code. The report has the name of `part`. */
export const vitest = (
  project: string,
  { args = [], env = {}, part = project, run = inTerminal }: Options & { part?: string } = {},
): Promise<number> =>
  run(
    packageFile('vitest/vitest.mjs'),
    [
      ...['run', '--config', 'tests/vitest.config.ts', '--project', project],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(part)}`],
      ...args,
    ],
    env,
  );

/** Runs the visual tests and returns the exit code. */
export const visual = async ({
  args = [],
  env = {},
  run = inTerminal,
}: Options = {}): Promise<number> =>
  run(PLAYWRIGHT, ['test', '--config', 'tests/visual/playwright.config.ts', ...args], {
    GALLERY_PORT: String(await freePorts(2)),
    ...env,
  });

/** A site with the API, the pictures and the payment page of the second backend. Our own shop needs two. */
const PORTS = 4;

/** The data folder and the port of a shop for browser tests. Its other programs have the ports after it. */
export interface ShopPlace {
  E2E_DATA_DIR: string;
  E2E_PORT: string;
}

/**
 * Chooses a port and a new data folder, which is removed after `work`. Variables of the same names override both, and
 * then the folder stays.
 */
export async function withShopPlace<T>(work: (place: ShopPlace) => Promise<T>): Promise<T> {
  const { E2E_DATA_DIR: given, E2E_PORT } = process.env;
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'turare-e2e-')));
  try {
    return await work({
      E2E_DATA_DIR: folder,
      E2E_PORT: E2E_PORT ?? String(await freePorts(PORTS)),
    });
  } finally {
    if (!given) await rm(folder, { recursive: true, force: true });
  }
}

/** Failed tests that run again for a trace. */
const TRACED = 10;

/**
 * Runs browser tests on the shop at `place` and returns the exit code. Traces slow every test down, so only failed
 * tests get one: they run again, and that result changes nothing.
 * @param options.part - the name of the report and of the folder with the traces.
 * @param options.tests - those with the tag @core, the others, those with the tag @foreign, or all that `args` name.
 */
export async function browserTests(
  place: ShopPlace,
  {
    args = [],
    env = {},
    run = inTerminal,
    part,
    tests = 'all',
  }: Options & { part: string; tests?: 'core' | 'others' | 'foreign' | 'all' },
): Promise<number> {
  const given = { ...place, ...env, E2E_PART: part, E2E_TESTS: tests };
  const test = ['test', '--config', BROWSER_TESTS, ...args];
  // A run of one file does not need the projects that it depends on.
  if (args.some((arg) => arg.includes('.spec'))) test.push('--no-deps');
  const lastRun = join(root, `test-results/${part}/.last-run.json`);
  await rm(lastRun, { force: true });
  const code = await run(PLAYWRIGHT, test, given);
  if (code === 0 || !(await namesFailedTests(lastRun))) return code;
  const traced = ['--last-failed', '--no-deps', '--trace=on', '--reporter=line'];
  await run(PLAYWRIGHT, [...test, ...traced, `--max-failures=${TRACED}`], given);
  return code;
}

/** Whether Playwright's record of its last run names a test. It names none if the shop did not start. */
async function namesFailedTests(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { failedTests = [] } = JSON.parse(text) as { failedTests?: string[] };
  return failedTests.length > 0;
}
