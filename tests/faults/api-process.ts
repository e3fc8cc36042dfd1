import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { LogEntry } from '#backend/base/log.ts';
import { root } from '#process/root.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** A real process of the product API, as a merchant runs it: scripts/api/main.ts. */
export interface ApiProcess {
  url: string;
  pid: number;
  /** Its logged events, without the lines of requests. */
  log: LogEntry[];
  /** Everything that it wrote to standard error, unchanged. */
  lines: string[];
  /** Everything else on its standard error, such as an uncaught error. */
  noise: string[];
  /** Returns how it ended; null while it runs. */
  ended(): string | null;
  /** `kill -9`. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and waits until the process has ended. */
  stop(): Promise<void>;
}

/** Milliseconds within which a process must answer. The machine may be busy. */
const START_LIMIT = 60_000;

/**
 * Starts an API process and waits until it answers. Its only settings are `env`.
 * @param programs - the folder of its programs; this checkout by default.
 */
export async function startApi(
  port: number,
  env: Record<string, string>,
  programs = root,
): Promise<ApiProcess> {
  const child = spawn(process.execPath, ['scripts/api/main.ts'], {
    cwd: programs,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...PLAIN_ENVIRONMENT, API_PORT: String(port), ...env },
  });
  const log: LogEntry[] = [];
  const noise: string[] = [];
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    // JSON in production, otherwise readable, with the details as JSON after the event.
    const [, event = '', details] = /^\[[\d:]+\] [A-Z]+: (\w+)(?: (\{.*\}))?$/.exec(line) ?? [];
    if (line.startsWith('{"level"')) log.push(JSON.parse(line) as LogEntry);
    else if (event) log.push({ event, ...(details ? JSON.parse(details) : {}) } as LogEntry);
    else noise.push(line);
    if (log.at(-1)?.event === 'request') log.pop();
  });
  const ended = () => endOf(child);
  await new Promise<void>((ready, fail) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT);
    child.once('exit', () =>
      fail(new Error(`The API did not start (${ended()}):\n${noise.join('\n')}`)),
    );
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('The product API answers')) return;
      clearTimeout(limit);
      ready();
    });
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (ended()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    log,
    lines,
    noise,
    ended,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function endOf({ exitCode, signalCode }: ChildProcess): string | null {
  if (signalCode) return signalCode;
  return exitCode === null ? null : `exit code ${exitCode}`;
}
