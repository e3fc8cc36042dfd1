import { wrapped } from '#process/wrapped.ts';
import type { Found } from './check.ts';

const SIGNS = { well: 'ok', note: 'note', fault: 'FAULT' } as const;
/** The columns before the words. */
const SIGN = 7;
const NAME = 14;

/** Characters of a line where no terminal limits it. */
const MOST = 10_000;
/** Characters of a line under which a phone has no room for the columns. */
const PHONE = 70;

/**
 * The lines of what was found, and the exit code.
 * @param width - of the terminal. Without one, a sentence is one line.
 */
export function describeFindings(
  findings: readonly Found[],
  width = process.stdout.columns || MOST,
): {
  lines: string[];
  code: number;
} {
  const indent = width < PHONE ? 2 : SIGN + NAME;
  const lines = findings.flatMap(({ name, state, says, fix }) => {
    const head = `${SIGNS[state].padEnd(SIGN)}${name.padEnd(NAME)}`;
    const texts = fix === undefined ? [says] : [says, fix];
    const [first = '', ...more] = texts
      .flatMap((text) => wrapped(text, width - indent))
      .map((line) => ' '.repeat(indent) + line);
    return width < PHONE ? [head.trimEnd(), first, ...more] : [head + first.trimStart(), ...more];
  });
  return { lines, code: findings.some(({ state }) => state === 'fault') ? 1 : 0 };
}
