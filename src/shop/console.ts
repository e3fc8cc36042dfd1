import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What the commands print: one line a step, with the seconds it took, and sentences for what went wrong. */

const began = Number(process.env.TURARE_COMMAND_BEGAN) || Date.now();

/** Seconds since the command was typed, package install included. */
export function secondsSinceStart(): number {
  return (Date.now() - began) / 1000;
}

/** Names a step, does it, says how long it took. */
export async function step<T>(name: string, work: (say: (detail: string) => void) => Promise<T>) {
  const start = Date.now();
  let said = start;
  process.stdout.write(`${name} …\n`);
  const result = await work((detail) => {
    // Long steps report at most every three seconds.
    if (Date.now() - said < 3000) return;
    said = Date.now();
    process.stdout.write(`  ${detail}\n`);
  });
  process.stdout.write(`  done in ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}

/** Prints pieces of text as they come, no faster than they are read; a reader that has seen enough (`| head`) ends it. */
export async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Runs a command's program; a failure becomes its sentence on stderr and exit code 1, no stack trace. */
export async function runCommand(program: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await program()) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${sentences(error)}\n`);
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}

/** What went wrong, then why, a line each. */
function sentences(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? `${error.message}\n  Why: ${sentences(error.cause)}` : error.message;
}
