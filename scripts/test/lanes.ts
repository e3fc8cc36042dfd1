import { stopSignal } from '#process/stop.ts';
import { type Run, runInto } from './run.ts';

/** A part of a test run. */
export interface Part {
  /** As on the command line: `npm test -- NAME`. Also the name of its report. */
  name: string;
  /** Runs it and returns the exit code. `args` are those that follow its name on the command line. */
  start: (run: Run, args: readonly string[]) => Promise<number>;
  /** Installs what it needs, before any part begins. */
  prepare?: () => void;
}

/** The result of a part. */
export interface Outcome {
  name: string;
  passed: boolean;
  seconds: number;
}

/** The minutes of a part, unless its command sets another limit. */
const LIMIT = 30;
/** Milliseconds between the lines about what is still running. */
const BEAT_MS = 30_000;

const secondsSince = (began: number) => Math.round((Date.now() - began) / 1000);

/** The limits of a run. */
export interface Pace {
  /** Minutes after which a part counts as hung and is ended. */
  limit?: number;
  /** The parts of each lane that run at a time. */
  atATime?: number;
}

/**
 * Runs parts. The lanes run side by side, and the parts of a lane one after the other, or `atATime` together. The
 * output of a part is printed whole when it ends. After Ctrl-C no further part begins.
 */
export async function runLanes(
  lanes: readonly (readonly Part[])[],
  { limit = LIMIT, atATime = 1 }: Pace = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const running = new Map<string, number>();
  const stop = stopSignal();
  const beat = setInterval(() => {
    const parts = [...running].map(([name, began]) => `${name} (${secondsSince(began)} s)`);
    console.log(`  … still running: ${parts.join(', ')}`);
  }, BEAT_MS);
  // Several workers of one lane share its iterator, so that each part runs once.
  const takeFrom = async (lane: Iterable<Part>) => {
    for (const { name, start } of lane) {
      if (stop.aborted) return;
      const began = Date.now();
      running.set(name, began);
      const output: (Buffer | string)[] = [];
      const write = (chunk: Buffer | string) => void output.push(chunk);
      const run = runInto({ write, limit: limit * 60_000, stop });
      const code = await start(run, []).catch((error) => {
        write(`${error instanceof Error ? error.message : error}\n`);
        return 1;
      });
      running.delete(name);
      const outcome = { name, passed: code === 0, seconds: secondsSince(began) };
      outcomes.push(outcome);
      process.stdout.write(`\n———— ${name} ————\n`);
      for (const chunk of output) process.stdout.write(chunk);
      console.log(`\n${name}: ${outcome.passed ? 'passed' : 'failed'} after ${outcome.seconds} s`);
    }
  };
  try {
    const takers = lanes.flatMap((lane) => Array(atATime).fill(lane.values()));
    await Promise.all(takers.map(takeFrom));
  } finally {
    clearInterval(beat);
  }
  if (stop.aborted) throw new Error('Stopped before all parts had run.');
  return outcomes;
}
