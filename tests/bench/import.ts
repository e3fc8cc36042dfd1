import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { synthesize } from '#demo/synth.ts';

/**
 * Measures rows per second and peak memory of `npm run catalogue -- import` and `export` over a PostgreSQL of its own:
 *   node tests/bench/import.ts [rows ...]   (10000 100000)
 * Memory is the process's largest resident set, without PostgreSQL's.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(10_000, 100_000);
/** Milliseconds between two readings of the memory. */
const INTERVAL_MS = 20;

const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-'));
const cluster = await startCluster({ dataDir });
const { db, pool, close } = connect(cluster.url);

/** The largest resident set of a process, in MB. */
async function peakOf(pid: number, ended: Promise<unknown>): Promise<number> {
  let running = true;
  ended.finally(() => {
    running = false;
  });
  let peak = 0;
  while (running) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak);
    await pause(INTERVAL_MS);
  }
  return peak / 1024;
}

async function run(...args: string[]) {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/catalogue/main.ts', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: cluster.url, DATA_DIR: dataDir },
  });
  const ended = once(child, 'exit');
  const peak = await peakOf(child.pid ?? 0, ended);
  const [code] = await ended;
  if (code !== 0) throw new Error(`catalogue ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** A copy of a CSV file with every line changed. The texts of synthetic products have one line each. */
async function copyOf(file: string, change: (line: string, at: number) => string): Promise<string> {
  const copy = `${file}.copy.csv`;
  await pipeline(async function* () {
    let at = 0;
    for await (const line of createInterface({ input: createReadStream(file) })) {
      yield `${at === 0 ? line : change(line, at)}\n`;
      at++;
    }
  }, createWriteStream(copy));
  return copy;
}

const note = (rows: number, what: string, { seconds, peak }: { seconds: number; peak: number }) =>
  console.log(
    [
      `${rows.toLocaleString('en').padStart(9)} rows, ${what.padEnd(28)}`,
      `${seconds.toFixed(1).padStart(6)} s`,
      `${Math.round(rows / seconds)
        .toLocaleString('en')
        .padStart(7)} rows/s`,
      `${peak.toFixed(0).padStart(5)} MB peak`,
    ].join('  '),
  );

try {
  await migrate(cluster.url);
  const alone = await run();
  console.log(
    `${cpus().length} cores; the program when it only prints its usage: ${alone.seconds.toFixed(1)} s, ${alone.peak.toFixed(0)} MB`,
  );
  for (const rows of sizes) {
    await synthesize(db, { count: rows, seed: 1 });
    const file = join(dataDir, `${rows}.csv`);
    note(rows, 'export', await run('export', file));
    note(rows, 'import, nothing changed', await run('import', file));
    // Fields: id,name,brand,price,…
    const dearer = await copyOf(file, (line) =>
      line.replace(/,(\d+),/, (_, price) => `,${Number(price) + 1},`),
    );
    note(rows, 'import, every price changed', await run('import', dearer));
    await pool.query('delete from products');
    note(rows, 'import, all new', await run('import', file));
    const renamed = await copyOf(file, (line, at) => line.replace(/^([^,]+),/, `$1,No. ${at} `));
    note(rows, 'import, every name changed', await run('import', renamed));
    console.log(`${((await stat(file)).size / 1e6).toFixed(1)} MB of CSV`);
    await pool.query('delete from products');
  }
} finally {
  await close();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
