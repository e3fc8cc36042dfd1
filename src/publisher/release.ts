import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFolder } from './compression.ts';

/** What a release took. */
export interface ReleaseReport {
  pages: number;
  /** Seconds of wall time, by stage. */
  rendering: number;
  compressing: number;
  /** Highest memory of the rendering process, in MB. */
  peakMemory: number;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Builds the site from the API and puts it into `outDir`, whole or not at all: until the last moment the
 * folder keeps what it had.
 * @param options.env - settings of the build (API_URL, SITE_URL, PUBLIC_API_URL …).
 * @param options.onLine - receives what the build prints, a line at a time.
 * @throws Error with what the build said, when it failed.
 */
export async function release(options: {
  outDir: string;
  env: Record<string, string>;
  onLine?: (line: string) => void;
}): Promise<ReleaseReport> {
  const staged = `${options.outDir}.new`;
  await rm(staged, { recursive: true, force: true });
  const began = performance.now();
  const facts = await render(staged, options.env, options.onLine);
  const rendered = performance.now();
  await compressFolder(staged);
  const compressed = performance.now();
  await swap(staged, options.outDir);
  return {
    ...facts,
    rendering: (rendered - began) / 1000,
    compressing: (compressed - rendered) / 1000,
  };
}

async function render(
  outDir: string,
  env: Record<string, string>,
  onLine?: (line: string) => void,
) {
  const report = `${outDir}.report.json`;
  const astro = join(root, 'node_modules/astro/bin/astro.mjs');
  const child = spawn(process.execPath, [astro, 'build', '--outDir', outDir], {
    cwd: root,
    env: { ...process.env, ...env, BUILD_REPORT: report, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const read = (chunk: Buffer) => {
    const text = chunk.toString();
    said = (said + text).slice(-6000);
    for (const line of text.split('\n')) if (line.trim()) onLine?.(line);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The site could not be built:\n${said.trim()}`);
  const facts = JSON.parse(await readFile(report, 'utf8')) as { pages: number; peakMemory: number };
  await rm(report, { force: true });
  return facts;
}

/** Two renames: the only moment without a site is between them, and a reader keeps its open files. */
async function swap(staged: string, outDir: string): Promise<void> {
  const old = `${outDir}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(outDir, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(staged, outDir);
  await rm(old, { recursive: true, force: true });
}
