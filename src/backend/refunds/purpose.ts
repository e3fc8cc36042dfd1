import type { RefundRow } from './tables.ts';

/** The purpose of a refund. */
export type Purpose = Pick<RefundRow, 'purpose' | 'line'>;

/** Reads a purpose: the number of a line from 1, its product's id, 'delivery' or 'other'; undefined for anything else. */
export function readPurpose(
  text: string,
  lines: readonly { position: number; productId: string }[],
): Purpose | undefined {
  if (text === 'delivery' || text === 'other') return { purpose: text, line: null };
  const line = lines.find(
    ({ position, productId }) => text === String(position + 1) || text === productId,
  );
  return line && { purpose: 'line', line: line.position };
}

/** Returns the end of a refund's intent, which its note at the provider has, too: ' for line 2'; '' if it names nothing. */
export const purposeWords = ({ purpose, line }: Purpose): string =>
  purpose === null ? '' : ` for ${line === null ? purpose : `line ${line + 1}`}`;

/** Reads the purpose from an intent; null if it names nothing. */
export function purposeOfIntent(intent: string): Purpose | null {
  const [, said, line] = / for (delivery|other|line ([1-9]\d*))(?: after \d+)?$/.exec(intent) ?? [];
  if (said === 'delivery' || said === 'other') return { purpose: said, line: null };
  return said ? { purpose: 'line', line: Number(line) - 1 } : null;
}
