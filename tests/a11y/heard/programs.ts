import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which a program has to be ready. */
const READY_MS = 30_000;
/** Milliseconds that a program gets to end by itself. */
const FAREWELL_MS = 3000;
/** Milliseconds between two looks at what is waited for. */
const LOOK_MS = 50;

/** Waits until `look` answers something. @throws Error when that takes too long. */
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

  /** Starts a program; answers the first group of `ready` in what it prints. Without `ready` nothing is waited for. */
  async start(program: string, args: readonly string[], ready = /^/): Promise<string> {
    let output = '';
    // A group of its own: what the program starts ends with it, and Ctrl-C reaches the test first.
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

  /** Runs a program to its end; answers its exit code and what it printed. */
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

  /** What a program has left behind in its group. */
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
