import { existsSync, readFileSync, rmSync } from 'node:fs';
import { runNode } from '#process/child.ts';
import { runCommand, secondsSinceStart } from '#process/console.ts';
import { failures, type Report } from './failures.ts';
import { ensureNginx } from './nginx.ts';
import { playwright, reportOf, vitest } from './runners.ts';

/** `npm test` runs all parts, which must pass before a change is merged. `npm test -- e2e` runs one part. */
const PARTS: Record<string, (args: string[]) => Promise<number>> = {
  check: () => runNode('scripts/check/main.ts'),
  contract: (args) => vitest('contract', { args }),
  hosting: (args) => {
    ensureNginx();
    return vitest('hosting', { args });
  },
  publishing: (args) => vitest('publishing', { args }),
  faults: (args) => vitest('faults', { args }),
  visual: (args) => playwright('tests/visual/playwright.config.ts', { args }),
  e2e: (args) => playwright('tests/playwright.config.ts', { args }),
};

/** The tests that failed in a part, one per line; empty if the part ended before its tests. */
function failedIn(part: string): string[] {
  const report = reportOf(part);
  return existsSync(report) ? failures(JSON.parse(readFileSync(report, 'utf8')) as Report) : [];
}

await runCommand(async () => {
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
    console.log(`\n${name}: ${passed ? 'passed' : 'failed'} after ${seconds} s`);
  }
  // The parts do not depend on each other. All of them run, and the failures are listed at the end.
  if (red.length > 0) {
    for (const name of red) {
      console.log(`\nFailed: ${name}`);
      for (const line of failedIn(name)) console.log(`  ${line}`);
    }
    return 1;
  }
  console.log(`All passed, ${secondsSinceStart().toFixed(0)} s from the command.`);
  return 0;
});
