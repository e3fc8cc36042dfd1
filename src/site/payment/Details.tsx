import type { Payment } from '#contract/checkout.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { formatNaira } from '#domain/money.ts';
import { Rows } from './Rows.tsx';
import { customerName, methodLabel } from './verification.ts';

/** Payment Details and, where it is known, Customer Information (spec §2). */
export function Details({ payment }: { payment: Payment }) {
  const { customer, paidAt } = payment;
  return (
    <div className="grid w-full gap-8 lg:col-start-2! lg:row-[1/-1] lg:content-start">
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
    </div>
  );
}
