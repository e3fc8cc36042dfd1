import { and, eq, ne } from 'drizzle-orm';
import type { OrderRow } from '#backend/orders/tables.ts';
import { refunds, versionOf } from '#backend/refunds/tables.ts';
import type { Choice } from '#demo/seeded-choice.ts';
import { REFUND } from '../../shop.harness.ts';
import type { Scene } from './scene.ts';

/** Money that the merchant wants to refund. However often she asks for it, the provider makes one refund. */
export interface RefundRequest {
  /** The payment's reference. */
  reference: string;
  /** Kobo; null for all that is left. */
  amountKobo: number | null;
  key: string | null;
  /** The version that the page showed when she clicked; undefined for a command. */
  seen: number | undefined;
  /** Sent to the provider, which distinguishes this request from others by it. */
  reason: string;
}

const AMOUNTS = [null, 300_000, 500_000];

/** Creates the merchant, who asks again if nothing says that it is done. */
export function createMerchant(
  { processes, books }: Scene,
  choice: Choice,
  requests: RefundRequest[],
) {
  const { db } = processes[0].services;
  const shown = ({ id }: OrderRow) =>
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, id), ne(refunds.status, 'failed')))
      .orderBy(refunds.id);

  return {
    async refund(order: OrderRow, say: (kind: string, words: string) => void): Promise<void> {
      const rows = await shown(order);
      const last = Math.max(0, ...rows.map(versionOf));
      const earlier = requests.filter(({ reference }) => reference === order.reference);
      const [again] = choice.some(earlier, 0, 1);
      let request: RefundRequest;
      if (again) {
        const isShown = rows.some(({ reason }) => reason === again.reason);
        // On the page that she opened then, or on one that does not show it.
        const seen = isShown || choice.chance(0.5) ? again.seen : last;
        request = { ...again, seen: again.seen === undefined ? undefined : seen };
      } else {
        const amountKobo = choice.of(AMOUNTS);
        const number = requests.length + 1;
        const key = choice.chance(0.2) ? `key-${number}` : null;
        const seen = key === null && choice.chance(0.5) ? last : undefined;
        request = {
          reference: order.reference,
          amountKobo,
          key,
          seen,
          reason: `request-${number}`,
        };
        requests.push(request);
      }
      books.refundFault = choice.of([null, null, null, 'cut', 'lost'] as const);
      const { amountKobo, key, seen, reason } = request;
      const asked = seen === undefined ? 'by command' : `seen ${seen}`;
      say(
        again ? 'refund asked for again' : 'refund',
        `${reason}: ${amountKobo ?? 'the rest'} (${key ?? asked}, ${books.refundFault})`,
      );
      const by = choice.chance(0.2) ? processes : [choice.of(processes)];
      await Promise.all(
        by.map(({ services }) =>
          services.refunds.refund(order.id, { ...REFUND, amountKobo, key, seen, reason }),
        ),
      );
      books.refundFault = null;
    },
  };
}
