import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, runNode } from '#scripts/child.ts';
import { runCommand, secondsSinceStart } from '#shop/console.ts';
import { ensureChromium } from './chromium.ts';
import { failures, type Report } from './failures.ts';
import { ensureNginx } from './nginx.ts';

/** `npm test`: all that must be green before a change lands. `npm test -- e2e` runs one part. */
const PARTS: Record<string, (args: string[]) => Promise<number>> = {
  check: () => runNode(`${root}/scripts/check/main.ts`, []),
  contract: (args) => vitest('contract', args),
  hosting: (args) => {
    ensureNginx();
    return vitest('hosting', args);
  },
  publishing: (args) => vitest('publishing', args),
  faults: (args) => vitest('faults', args),
  visual: (args) => playwright('tests/visual/playwright.config.ts', args),
  e2e: (args) => playwright('tests/playwright.config.ts', args),
};

const playwright = (config: string, args: string[]) => {
  ensureChromium(root);
  return runNode(bin('@playwright/test/cli.js'), ['test', '--config', config, ...args]);
};

const vitest = (project: string, args: string[]) =>
  runNode(bin('vitest/vitest.mjs'), [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
    ...args,
  ]);

/** Where a part leaves its report; check/main.ts and the browser tests' settings name the same place. */
const reportOf = (part: string) => join(root, `test-results/${part}.json`);

/** The tests that failed in a part, a line each; none if it did not come to its tests. */
function failedIn(part: string): string[] {
  const report = reportOf(part);
  return existsSync(report) ? failures(JSON.parse(readFileSync(report, 'utf8')) as Report) : [];
}

runCommand(async () => {
  const [wanted, ...args] = process.argv.slice(2);
  if (wanted && !PARTS[wanted]) {
    throw new Error(
      `npm test has no part '${wanted}'. Choose one of: ${Object.keys(PARTS).join(', ')}.`,
    );
  }
  const red: string[] = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted && name !== wanted) continue;
    const began = Date.now();
    rmSync(reportOf(name), { force: true });
    const passed = (await part(args)) === 0;
    if (!passed) red.push(name);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`\n${name}: ${passed ? 'passed in' : 'red after'} ${seconds} s`);
  }
  // The parts know nothing of each other: one run says all that is red, at its end, where it is found.
  if (red.length > 0) {
    for (const name of red) {
      console.log(`\nRed: ${name}`);
      for (const line of failedIn(name)) console.log(`  ${line}`);
    }
    return 1;
  }
  console.log(`All passed, ${secondsSinceStart().toFixed(0)} s from the command.`);
  return 0;
});
