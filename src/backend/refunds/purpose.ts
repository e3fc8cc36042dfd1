import type { RefundRow } from './tables.ts';

/** The purpose of a refund. */
export type Purpose = Pick<RefundRow, 'purpose' | 'line' | 'returnId'>;

/** No purpose. */
export const NO_PURPOSE: Purpose = { purpose: null, line: null, returnId: null };

/** The purpose of a refund for returned goods. */
export const forReturn = (id: number) => `return ${id}`;

/**
 * Reads a purpose: the number of a line from 1, its product's id, 'delivery', 'other' or 'return' with a number; undefined
 * for anything else.
 */
export function readPurpose(
  text: string,
  lines: readonly { position: number; productId: string }[],
): Purpose | undefined {
  if (text === 'delivery' || text === 'other') return { ...NO_PURPOSE, purpose: text };
  const [, id] = /^return ([1-9]\d{0,14})$/.exec(text) ?? [];
  if (id) return { ...NO_PURPOSE, purpose: 'return', returnId: Number(id) };
  const line = lines.find(
    ({ position, productId }) => text === String(position + 1) || text === productId,
  );
  return line && { ...NO_PURPOSE, purpose: 'line', line: line.position };
}

/** Returns the end of a refund's intent, which its note at the provider has, too: ' for line 2'; '' if it names nothing. */
export const purposeWords = ({ purpose, line, returnId }: Purpose): string =>
  purpose === null
    ? ''
    : ` for ${returnId !== null ? forReturn(returnId) : line === null ? purpose : `line ${line + 1}`}`;

/** Reads the purpose from an intent; null if it names nothing. */
export function purposeOfIntent(intent: string): Purpose | null {
  const [, said = ''] =
    / for (delivery|other|(?:line|return) [1-9]\d*)(?: after \d+)?$/.exec(intent) ?? [];
  const [, line] = /^line (\d+)$/.exec(said) ?? [];
  if (line) return { ...NO_PURPOSE, purpose: 'line', line: Number(line) - 1 };
  return readPurpose(said, []) ?? null;
}
