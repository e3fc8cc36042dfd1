import { shop } from '#config/shop.ts';
import { Reference } from './Reference.tsx';

/** Shown if a payment cannot be used: wrong amount or currency, or the products are sold out. */
export function Refund({ reference }: { reference: string }) {
  const mail = `mailto:${shop.email}?subject=${encodeURIComponent(`Payment ${reference}`)}`;
  return (
    <div className="notice notice-error grid max-w-read gap-3">
      <p>
        Paystack took a payment with the reference <Reference>{reference}</Reference>, but it was
        not the right amount, or it came after the bottles were gone. The money goes back to you,
        and you get an email when it is on its way. You need do nothing.
      </p>
      <p>
        Questions? Write to{' '}
        <a href={mail} className="link break-words">
          {shop.email}
        </a>{' '}
        or call{' '}
        <a href={shop.phone.href} className="link whitespace-nowrap">
          {shop.phone.label}
        </a>
        , and name the reference. Your cart is as you left it.
      </p>
    </div>
  );
}
