import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for a program to become ready. */
const READY_MS = 30_000;
/** Milliseconds for a program to end by itself. */
const FAREWELL_MS = 3000;
/** Milliseconds between two checks. */
const LOOK_MS = 50;

/** Waits until `look` returns something. @throws Error when that takes too long. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined>,
  patience = READY_MS,
): Promise<T> {
  const until = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error(`${what}: nothing after ${patience} ms`);
    await pause(LOOK_MS);
  }
}

/** The programs that a test has started. */
export class Programs {
  readonly #env: NodeJS.ProcessEnv;
  readonly #running: ChildProcess[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    process.once('exit', this.#kill);
  }

  /** Adds variables for the programs that begin from now on. */
  set(env: NodeJS.ProcessEnv): void {
    Object.assign(this.#env, env);
  }

  /** Starts a program. Returns the first group of `ready` in its output. Without `ready` it does not wait. */
  async start(program: string, args: readonly string[], ready = /^/): Promise<string> {
    let output = '';
    // A separate group: the program's children end with it, and Ctrl-C reaches the test first.
    const child = spawn(program, args, {
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running.push(child);
    let fault: Error | undefined;
    child.once('error', (error) => {
      fault = error;
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    return await waitFor(program, async () => {
      if (fault) throw new Error(`${program} did not start`, { cause: fault });
      const match = ready.exec(output);
      if (match) return match[1] ?? match[0];
      if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
      return undefined;
    });
  }

  /** Runs a program to its end. Returns its exit code and its output. */
  async run(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
    let output = '';
    const child = spawn(program, args, { env: this.#env, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output };
  }

  /** Ends all programs, the last first. */
  async end(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      signal(child, 'SIGTERM');
      const late = setTimeout(() => signal(child, 'SIGKILL'), FAREWELL_MS);
      await gone;
      clearTimeout(late);
    }
    this.#kill();
    process.off('exit', this.#kill);
  }

  /** The processes that a program has left behind in its group. */
  readonly #kill = () => {
    for (const child of this.#running) signal(child, 'SIGKILL');
  };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(-pid, name);
  } catch (error) {
    // Nothing of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
