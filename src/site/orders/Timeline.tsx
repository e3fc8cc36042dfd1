import type { ReactNode } from 'react';
import type { Order } from '#contract/order.ts';
import { lagosMoment } from '#domain/lagos-date.ts';

/** The progress of an order (spec §2). One that was paid and then cancelled keeps its payment. */
export function Timeline({ order: { createdAt, status, paidAt } }: { order: Order }) {
  return (
    <section className="order-timeline panel" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="panel-title">
        Order Timeline
      </h2>
      <ol className="mt-4 border-s border-hairline">
        <Step title="Order Created" at={createdAt} />
        {(status === 'paid' || paidAt) && <Step title="Payment Confirmed" at={paidAt} good />}
      </ol>
    </section>
  );
}

interface StepProps {
  title: string;
  /** The ISO time, if known. */
  at: string | null | undefined;
  good?: boolean;
  /** Further facts beside it. */
  children?: ReactNode;
}

/** A moment on the timeline. */
export function Step({ title, at, good = false, children }: StepProps) {
  return (
    <li className="relative ps-6 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className={`absolute -start-1 top-2.5 size-2 ${good ? 'bg-palm' : 'bg-ink-soft'}`}
      />
      <p>{title}</p>
      {at && (
        <time dateTime={at} className="text-small text-ink-soft">
          {lagosMoment(at)}
        </time>
      )}
      {children}
    </li>
  );
}
