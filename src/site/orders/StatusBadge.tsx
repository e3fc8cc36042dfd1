import { statusLabel } from '#domain/orders/order.ts';

const COLOURS: Readonly<Record<string, string>> = {
  paid: 'text-palm',
  pending: 'text-amber',
  failed: 'text-danger',
};

/** The status badge: paid green, pending yellow, failed red, others grey (spec §4). */
export function StatusBadge({ status }: { status: string }) {
  const colour = COLOURS[status] ?? 'text-ink-soft';
  return (
    <span
      className={`${colour} text-(length:--text-caption) before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-current`}
    >
      {statusLabel(status)}
    </span>
  );
}
