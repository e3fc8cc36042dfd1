import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { secondsSinceStart } from '#process/console.ts';
import { root } from '#process/root.ts';
import { failures, type Report } from './failures.ts';
import { type Outcome, type Pace, type Part, runLanes } from './lanes.ts';
import { inTerminal, reportOf } from './runners.ts';
import { takeSeed } from './seed.ts';

/** The parts of a command, in lanes that run side by side. */
export type Lanes = readonly (readonly Part[])[];

/**
 * Runs the parts of `npm test` or `npm run test:full`, or only the one that the command line names, which gets the
 * other arguments and our terminal. Prints the seconds by part and then the failures.
 * @param command - as it is typed.
 * @returns the exit code.
 */
export async function runTier(command: string, lanes: Lanes, pace?: Pace): Promise<number> {
  const [wanted, ...args] = await takeSeed(process.argv.slice(2));
  const parts = lanes.flat();
  const names = parts.map(({ name }) => name);
  if (wanted === '--help' || wanted === '-h') {
    console.log(
      `${command} [-- <part> [<arguments of Vitest or Playwright>]] [--seed <number>]\n\nParts: ${names.join(', ')}. Without one, all run. tests/README.md describes each.`,
    );
    return 0;
  }
  // The tests start Node about two hundred times. Each start is a third shorter with compiled sources.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
  // A quarter less again if packages are looked up once.
  const once = pathToFileURL(join(root, 'scripts/bootstrap/resolve-once.mjs')).href;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${once}`.trim();
  // In memory, the tests' databases and browsers do not wait for the disk, which saves a third of their time.
  if (!process.env.TMPDIR && hasRoom(MEMORY)) process.env.TMPDIR = MEMORY;
  const chosen = parts.filter(({ name }) => !wanted || name === wanted);
  if (chosen.length === 0) {
    throw new Error(`${command} has no part '${wanted}'. Choose one of: ${names.join(', ')}.`);
  }
  for (const { name, prepare } of chosen) {
    rmSync(reportOf(name), { force: true });
    prepare?.();
  }
  const again = `${command} -- ${wanted ? `${wanted} ` : ''}--seed ${process.env.SEED}`;
  console.log(`Seed ${process.env.SEED}. The same random choices again: ${again}`);
  const [only] = chosen;
  const outcomes = wanted && only ? [await runAlone(only, args)] : await runLanes(lanes, pace);
  printSeconds(outcomes);
  const red = outcomes.filter(({ passed }) => !passed);
  if (red.length === 0) {
    console.log(`All passed, ${secondsSinceStart().toFixed(0)} s from the command.`);
    return 0;
  }
  // The parts do not depend on each other. All run, and the failures are listed at the end.
  for (const { name } of red) {
    console.log(`\nFailed: ${name}`);
    for (const line of failedIn(name)) console.log(`  ${line}`);
  }
  console.log(`\nSeed ${process.env.SEED}. The same random choices again: ${again}`);
  return 1;
}

/** The folder where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Gigabytes that parts running at a time may write. */
const ROOM_GB = 6;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_GB * 1e9;
}

async function runAlone({ name, start }: Part, args: readonly string[]): Promise<Outcome> {
  const began = Date.now();
  const passed = (await start(inTerminal, args)) === 0;
  return { name, passed, seconds: Math.round((Date.now() - began) / 1000) };
}

function printSeconds(outcomes: readonly Outcome[]): void {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  console.log('\nSeconds by part:');
  for (const { name, passed, seconds } of outcomes) {
    const row = `  ${name.padEnd(width)} ${String(seconds).padStart(5)}`;
    console.log(passed ? row : `${row}  failed`);
  }
}

/** Returns the failed tests of a part, one per line; empty if the part ended before its tests. */
function failedIn(part: string): string[] {
  const report = reportOf(part);
  return existsSync(report) ? failures(JSON.parse(readFileSync(report, 'utf8')) as Report) : [];
}
