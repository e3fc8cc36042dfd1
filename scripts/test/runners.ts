import { join } from 'node:path';
import { packageFile, runNode } from '#process/child.ts';
import { root } from '#process/root.ts';
import { ensureChromium } from './chromium.ts';

interface Options {
  args?: string[];
  env?: Record<string, string>;
}

/** Where a part of `npm test` leaves its JSON report. The settings of the browser tests name the same files. */
export const reportOf = (part: string) => join(root, `test-results/${part}.json`);

/** Runs a project of tests/vitest.config.ts; answers the exit code. The report has the name of `part`. */
export const vitest = (
  project: string,
  { args = [], env, part = project }: Options & { part?: string } = {},
) =>
  runNode(
    packageFile('vitest/vitest.mjs'),
    [
      ...['run', '--config', 'tests/vitest.config.ts', '--project', project],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(part)}`],
      ...args,
    ],
    { env },
  );

/** Runs browser tests, for which it installs a browser first if there is none; answers the exit code. */
export const playwright = (config: string, { args = [], env }: Options = {}) => {
  ensureChromium();
  return runNode(packageFile('@playwright/test/cli.js'), ['test', '--config', config, ...args], {
    env,
  });
};
