import { Fragment, type ReactNode } from 'react';
import { type SumRow, sumText } from '#domain/orders/sums.ts';

interface Props {
  rows: readonly SumRow[];
  /** The spaces between rows. */
  className: string;
  /** The words in place of an amount. */
  instead?: Partial<Record<SumRow['is'], ReactNode>>;
  /** The button behind the label of the fee. */
  aboutFee?: ReactNode;
}

const TOTAL = 'border-t border-hairline pt-4 text-lead';

/** The sums of a cart or an order. */
export const SumRows = ({ rows, className, instead, aboutFee }: Props) => (
  <dl className={`grid grid-cols-[1fr_auto] border-t border-hairline pt-4 ${className}`}>
    {rows.map((row) => {
      const last = row.is === 'total' ? TOTAL : '';
      const words = instead?.[row.is];
      const about = row.is === 'fee' && aboutFee;
      return (
        <Fragment key={row.label}>
          <dt className={last ? `total font-display ${last}` : about ? 'flex items-center' : ''}>
            {row.label}
            {about}
          </dt>
          <dd className={`${row.is} text-end ${last} ${words ? 'text-ink-soft' : 'display'}`}>
            {words ?? sumText(row)}
          </dd>
        </Fragment>
      );
    })}
  </dl>
);
