import type { Fulfilment as Facts } from '#contract/order.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { formatNaira } from '#domain/money/money.ts';
import { Step } from './Timeline.tsx';

/** The names of the steps. An unknown step is not shown. */
const STEPS = new Map([
  ['packed', 'Packed'],
  ['shipped', 'On its way to you'],
  ['delivered', 'Delivered'],
  ['returned', 'Returned to us'],
]);
const REFUNDS = { under_way: 'Refund on its way', paid_back: 'Refunded' } as const;

/** The progress of the parcel, and what was refunded (extension order.fulfilment). Nothing if there is neither. */
export function Fulfilment({ facts }: { facts: Facts }) {
  const known = facts.steps.filter(({ step }) => STEPS.has(step));
  return (
    <>
      {known.length > 0 && (
        <section className="order-delivery panel" aria-labelledby="delivery-title">
          <h2 id="delivery-title" className="panel-title">
            Delivery
          </h2>
          <ol className="mt-4 border-s border-hairline">
            {known.map(({ step, at, courier, trackingNumber }) => (
              <Step key={step} title={STEPS.get(step) ?? ''} at={at} good={step === 'delivered'}>
                {courier && <p className="text-small">Courier {courier}</p>}
                {trackingNumber && (
                  <p className="text-small">
                    Tracking number <span className="break-all">{trackingNumber}</span>
                  </p>
                )}
              </Step>
            ))}
          </ol>
        </section>
      )}
      {facts.refunds.length > 0 && (
        <section className="order-refunds panel" aria-labelledby="refunds-title">
          <h2 id="refunds-title" className="panel-title">
            Refunds
          </h2>
          <ul className="mt-2 divide-y divide-hairline">
            {facts.refunds.map(({ amount, status, at }) => (
              <li key={`${at} ${amount}`} className="flex flex-wrap justify-between gap-x-6 py-3">
                <div>
                  <p>{REFUNDS[status]}</p>
                  <time dateTime={at} className="text-small text-ink-soft">
                    {lagosMoment(at)}
                  </time>
                </div>
                <p className="display">{formatNaira(amount)}</p>
              </li>
            ))}
          </ul>
          {facts.refunds.some(({ status }) => status === 'under_way') && (
            <p className="text-small text-ink-soft">
              Your bank may take up to ten working days to show it.
            </p>
          )}
        </section>
      )}
    </>
  );
}
