import type { ReactNode } from 'react';
import { lagosDate } from '#domain/lagos-date.ts';
import { formatNaira } from '#domain/money/money.ts';
import { Rows } from './Rows.tsx';
import { customerName, type KnownPayment, methodLabel } from './verification.ts';

/** A row of a fact that not every backend tells. */
const row = (name: string, value: ReactNode): [string, ReactNode][] =>
  value ? [[name, value]] : [];

/** Payment Details and, where it is known, Customer Information (spec §2). */
export function Details({ payment }: { payment: KnownPayment }) {
  const { customer, paidAt, amount } = payment;
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
          ...row('Email', payment.email),
          ...row(
            'Amount',
            amount !== undefined && (
              <span key="amount" className="display">
                {formatNaira(amount)}
              </span>
            ),
          ),
          ['Payment Method', methodLabel(payment.channel)],
          ...row('Date', paidAt && lagosDate(paidAt)),
        ]}
      />
      {customer && (
        <Rows
          title="Customer Information"
          rows={[
            ...row('Name', customerName(customer)),
            ...row('Email', customer.email),
            ...row('Phone', customer.phone),
          ]}
        />
      )}
    </div>
  );
}
