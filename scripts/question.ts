import { createInterface } from 'node:readline/promises';

/**
 * Asks a question on the terminal; true for yes.
 * @param question - sentences that say what would happen, and a short question at the end.
 * @param options.answered - false if standard input carries something else.
 * @throws Error with the question if nobody is there to answer: then --yes is needed.
 */
export async function askYes(question: string, { answered = true } = {}): Promise<boolean> {
  if (!answered || !process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Error(
      `${question.replace(/ [^.?]*\?$/, '')} If that is meant, add --yes. Nothing was changed.`,
    );
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reading.question(`${question} (yes/no) `)).trim());
  } finally {
    reading.close();
  }
}
