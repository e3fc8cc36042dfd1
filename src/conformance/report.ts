import { EXTENSIONS, type Extension, GAINS } from '#contract/extensions.ts';
import type { Conformance } from './conformance.ts';
import { type Outcome, outcomeOf, type Row } from './findings.ts';

/** Writes a run as a table for people. */
export function tableOf({ api, rows, extensions }: Omit<Conformance, 'unreachable'>): string {
  const width = Math.max(...rows.map(({ call }) => call.length));
  const lines = rows.flatMap((row) => linesOf(row, width));
  const count = (outcome: Outcome) => rows.filter((row) => outcomeOf(row) === outcome).length;
  const kinds: Outcome[] = ['met', 'adapted', 'missing', 'broken', 'not tried'];
  const lineOf = (name: Extension) =>
    `  ${extensions.includes(name) ? 'yes' : 'no '}  ${name}: ${GAINS[name]}`;
  return [
    `Backend: ${api}`,
    kinds.map((kind) => `${count(kind)} ${kind}`).join(' · '),
    '',
    ...lines,
    '',
    'Extensions that pay most',
    ...FIRST.map(lineOf),
    '',
    'Other extensions',
    ...EXTENSIONS.filter((name) => !FIRST.includes(name)).map(lineOf),
  ].join('\n');
}

/** The extensions that help shoppers most for the least work, the best first. */
const FIRST: readonly Extension[] = [
  'payment.idempotencyKey',
  'live',
  'product.facts',
  'product.media',
  'catalogue.version',
];

function linesOf(row: Row, width: number): string[] {
  const { call, findings, missing, reason } = row;
  const outcome = outcomeOf(row);
  const why = outcome === 'missing' ? missing : outcome === 'not tried' ? reason : undefined;
  return [
    `${call.padEnd(width)}  ${outcome}${why ? `. ${why}` : ''}`,
    ...findings.map(
      ({ verdict, field, got, wanted, remedy }) =>
        `    ${verdict} ${field}: got ${got}, wanted ${wanted}. ${remedy}`,
    ),
  ];
}

/** Returns a run for other programs. */
export function documentOf({ api, rows, extensions }: Omit<Conformance, 'unreachable'>) {
  return {
    api,
    calls: rows.map((row) => ({
      call: row.call,
      outcome: outcomeOf(row),
      ...(row.missing !== undefined && { missing: row.missing }),
      ...(row.reason !== undefined && { reason: row.reason }),
      findings: row.findings,
    })),
    extensions,
  };
}

/** Returns the exit code. 0: nothing is broken. 1: something is. 2: the backend cannot be reached. */
export function exitCodeOf({ unreachable, rows }: Conformance): 0 | 1 | 2 {
  if (unreachable) return 2;
  return rows.some((row) => outcomeOf(row) === 'broken') ? 1 : 0;
}
