import { isRefundMark } from '#backend/base/ids.ts';
import type { RefundRow } from './tables.ts';

/** The contents of a refund's note at the provider. From the note a database that has lost the refund learns of it again. */
type Noted = Pick<RefundRow, 'amount' | 'intent' | 'mark' | 'reason'>;

/** Writes the note: the mark, what distinguishes the refund from others with its amount, and the reason. */
export function writeNote({ amount, intent, mark, reason }: Noted): string {
  const isPlain = intent === null || intent === 'rest' || intent === String(amount);
  return [`${mark}${isPlain ? '' : `[${intent}]`}`, reason].filter(Boolean).join(' ');
}

/** Reads a note; null for one from elsewhere. */
export function readNote(
  note: string | null,
  amount: number,
): { mark: string; intent: string; reason: string | null } | null {
  const [, mark = '', intent, reason] =
    /^([^\s[]*)(?:\[(.*?)\](?= |$))?(?: (.*))?$/s.exec(note ?? '') ?? [];
  if (!isRefundMark(mark)) return null;
  return { mark, intent: intent ?? String(amount), reason: reason || null };
}
