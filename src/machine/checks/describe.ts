import type { Finding } from './check.ts';

const SIGNS = { well: 'ok', note: 'note', fault: 'FAULT' } as const;
/** The columns before the words. */
const SIGN = 7;
const NAME = 14;

/** The lines of what was found, and the exit code. */
export function describeFindings(findings: readonly (Finding & { name: string })[]): {
  lines: string[];
  code: number;
} {
  const lines = findings.flatMap(({ name, state, says, mend }) => [
    `${SIGNS[state].padEnd(SIGN)}${name.padEnd(NAME)}${says}`,
    ...(mend === undefined ? [] : [`${' '.repeat(SIGN + NAME)}${mend}`]),
  ]);
  return { lines, code: findings.some(({ state }) => state === 'fault') ? 1 : 0 };
}
