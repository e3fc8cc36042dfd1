import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, vi } from 'vitest';
import { root } from '#process/root.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** A command that runs under the real npm, as a merchant or a supervisor starts it. */
export interface NpmCommand {
  folder: string;
  lines: string[];
  /** Sends SIGTERM to npm alone, and waits until no process of the command is left. */
  stop(): Promise<void>;
}

/** Returns a data folder for one test. */
export async function readyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-npm-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts `npm …` with its own data folder, and waits for a line that begins with `line`. */
export async function startNpm(
  args: readonly string[],
  line: string,
  env: Record<string, string> = {},
): Promise<NpmCommand> {
  const folder = await readyFolder();
  const npm = spawn('npm', ['--loglevel=silent', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PLAIN_ENVIRONMENT, HOME: process.env.HOME, DATA_DIR: folder, ...env },
  });
  onTestFinished(() => {
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL');
  });
  const lines: string[] = [];
  await new Promise<void>((ready, fail) => {
    npm.once('exit', () => fail(new Error(lines.join('\n'))));
    for (const input of [npm.stdout, npm.stderr]) {
      createInterface({ input }).on('line', (said) => {
        lines.push(said);
        if (said.startsWith(line)) ready();
      });
    }
  });
  return {
    folder,
    lines,
    async stop() {
      expect(processesOf(folder).length).toBeGreaterThan(2);
      npm.kill('SIGTERM');
      await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { interval: 100 });
    },
  };
}

/** Returns the processes with this data folder, whatever started them. PostgreSQL names it in its arguments. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return ['environ', 'cmdline'].some((file) =>
          readFileSync(`/proc/${name}/${file}`, 'latin1').includes(folder),
        );
      } catch {
        // It has ended.
        return false;
      }
    })
    .map(Number);
}
