import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sentencesOf } from './sentences.ts';

const began = Number(process.env.TURARE_COMMAND_BEGAN) || Date.now();

/** Returns the seconds since the command was typed, including package installation. */
export function secondsSinceStart(): number {
  return (Date.now() - began) / 1000;
}

/** Prints the name of a step, runs it, and prints how long it took. `say` prints a detail at most every three seconds. */
export async function step<T>(name: string, work: (say: (detail: string) => void) => Promise<T>) {
  const start = Date.now();
  let lastDetail = start;
  process.stdout.write(`${name} …\n`);
  const result = await work((detail) => {
    if (Date.now() - lastDetail < 3000) return;
    lastDetail = Date.now();
    process.stdout.write(`  ${detail}\n`);
  });
  process.stdout.write(`  done in ${((Date.now() - start) / 1000).toFixed(1)} s\n`);
  return result;
}

/** Prints text no faster than it is read. A reader that closes the pipe (`| head`) ends the output without an error. */
export async function print(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(pieces), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/**
 * Runs a program. Its result is the exit code. An error is printed on stderr as a sentence, with its stack trace only
 * when DEBUG is set, and the exit code is 1.
 */
export async function runCommand(program: () => Promise<number | undefined>): Promise<void> {
  try {
    process.exitCode = (await program()) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${sentencesOf(error).join('\n  Why: ')}\n`);
    if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
}
