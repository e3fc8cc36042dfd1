import type { Order } from '#contract/order.ts';
import { statusLabel } from '#domain/orders/order.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import { has } from '#site/client/extensions.ts';

const COLOURS: Readonly<Record<string, string>> = {
  paid: 'text-palm',
  pending: 'text-amber',
  failed: 'text-danger',
};

/**
 * The status badge: paid green, pending yellow, failed red, others grey (spec §4). An accepted order says what is still
 * to be paid.
 */
export function StatusBadge({ order }: { order: Pick<Order, 'status' | 'accepted' | 'due'> }) {
  const { status, due } = order;
  const accepted = isAccepted(order);
  const colour = COLOURS[status] ?? 'text-ink-soft';
  return (
    <span
      className={`${colour} text-(length:--text-caption) before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-current`}
    >
      {accepted ? acceptedWords(due).state : statusLabel(status)}
    </span>
  );
}

/** Whether an order is accepted, and is paid later (extension order.accepted). */
export const isAccepted = ({ status, accepted }: Pick<Order, 'status' | 'accepted'>): boolean =>
  status === 'pending' && accepted === true && has('order.accepted');
