import { statusLabel } from '#domain/orders/order.ts';

/** paid green, pending yellow, failed red, others grey (spec §4). */
export function StatusBadge({ status }: { status: string }) {
  return <span className={`status status-${status}`}>{statusLabel(status)}</span>;
}
