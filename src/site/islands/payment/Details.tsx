import type { ReactNode } from 'react';
import type { Payment } from '#contract/checkout.ts';
import { formatNaira } from '#domain/money.ts';
import { customerName, lagosDate, methodLabel } from './verification.ts';

function Rows({ title, rows }: { title: string; rows: [string, ReactNode][] }) {
  return (
    <section className="panel w-full">
      <h2 className="panel-title">{title}</h2>
      <dl className="mt-3 divide-y divide-hairline">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr]">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Payment Details and, where it is known, Customer Information (spec §2). */
export function Details({ payment }: { payment: Payment }) {
  const { customer, paidAt } = payment;
  return (
    <>
      <Rows
        title="Payment Details"
        rows={[
          [
            'Reference',
            <span key="reference" className="break-all">
              {payment.reference}
            </span>,
          ],
          ['Email', payment.email],
          [
            'Amount',
            <span key="amount" className="display">
              {formatNaira(payment.amount)}
            </span>,
          ],
          ['Payment Method', methodLabel(payment.channel)],
          ...(paidAt ? [['Date', lagosDate(paidAt)] satisfies [string, string]] : []),
        ]}
      />
      {customer && (
        <Rows
          title="Customer Information"
          rows={[
            ...(customerName(customer)
              ? [['Name', customerName(customer)] satisfies [string, string]]
              : []),
            ['Email', customer.email],
            ...(customer.phone ? [['Phone', customer.phone] satisfies [string, string]] : []),
          ]}
        />
      )}
    </>
  );
}
