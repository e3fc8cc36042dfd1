import { isRefundMark } from '#backend/base/ids.ts';
import type { RefundRow } from './tables.ts';

/**
 * What the note says that goes along to the provider with a refund, so that a database that has lost the refund
 * learns of it again.
 */
type Noted = Pick<RefundRow, 'amount' | 'intent' | 'mark' | 'reason'>;

/** Its mark, what tells it from others of its amount, and why. */
export function writeNote({ amount, intent, mark, reason }: Noted): string {
  const isPlain = intent === null || intent === 'rest' || intent === String(amount);
  return [`${mark}${isPlain ? '' : `[${intent}]`}`, reason].filter(Boolean).join(' ');
}

/** Reads a note. Null for one that we have not written. */
export function readNote(
  note: string | null,
  amount: number,
): { mark: string; intent: string; reason: string | null } | null {
  const [, mark = '', intent, reason] =
    /^([^\s[]*)(?:\[(.*?)\](?= |$))?(?: (.*))?$/s.exec(note ?? '') ?? [];
  if (!isRefundMark(mark)) return null;
  return { mark, intent: intent ?? String(amount), reason: reason || null };
}
