import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A pointer or key in terms of W3C WebDriver, which both protocols share. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: Record<string, unknown>[];
}

/** A browser driven by a test. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It uses nothing but its arguments. They and the result are JSON. */
  run<T, A extends unknown[]>(work: (...args: A) => T, ...args: A): Promise<T>;
  perform(source: InputSource): Promise<void>;
  /** Takes a picture of the window, as PNG in base64. */
  picture(): Promise<string>;
  /** Returns the errors of the pages so far, as far as the browser reports them. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

/** A common phone in Nigeria, in CSS pixels. */
export const WINDOW = { width: 390, height: 844 };

/** Returns a function and its arguments as source that gives JSON. */
export const asSource = <A extends unknown[]>(work: (...args: A) => unknown, args: A) =>
  `JSON.stringify((${work})(...${JSON.stringify(args)}) ?? null)`;

/** Milliseconds for a program to say that it is ready. */
const READY_MS = 30_000;

/** Starts a program of the test. Returns its ready message: the first match of `ready` in its output. */
export async function launch(
  program: string,
  args: readonly string[],
  { ready, env = {} }: { ready: RegExp; env?: Record<string, string> },
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(program, args, { env: { ...process.env, ...env } });
  let output = '';
  const said = await new Promise<string>((done, failed) => {
    const give = (why: string) => failed(new Error(`${program} ${why}. It said: ${output}`));
    const timer = setTimeout(() => give(`was not ready after ${READY_MS} ms`), READY_MS);
    const read = (chunk: Buffer) => {
      output += chunk;
      const match = ready.exec(output);
      if (!match) return;
      clearTimeout(timer);
      done(match[1] ?? match[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', (cause) => give(`did not start: ${cause.message}`));
    child.once('exit', (code) => give(`ended with ${code}`));
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { child, said };
}

/** Ends a program of the test, and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(late);
}
