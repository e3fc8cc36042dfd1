import { shop } from '#config/shop.ts';
import type { KnownPayment } from './verification.ts';
import { wordsOf } from './words.ts';

/** A payment reference in a sentence. It may be longer than a line. */
export function Reference({ children }: { children: string }) {
  return <span className="wrap-anywhere">{children}</span>;
}

/** 'write to … or call …'. @param subject - of the email; the mail program's by default. */
export function Reach({ subject }: { subject?: string }) {
  const about = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <>
      write to{' '}
      <a href={`mailto:${shop.email}${about}`} className="link">
        {shop.email}
      </a>{' '}
      or call{' '}
      <a href={shop.phone.href} className="link whitespace-nowrap">
        {shop.phone.label}
      </a>
    </>
  );
}

/** 'please write to … or call …, and name the reference' of a payment. */
export const Write = ({ reference }: { reference: string }) => (
  <>
    please <Reach subject={`Payment ${reference}`} />, and name the reference
  </>
);

/** Shown if a payment cannot be used: wrong amount or currency, or the products are sold out. */
export function Refund({ payment }: { payment: KnownPayment }) {
  const { reference } = payment;
  return (
    <div className="notice notice-error grid max-w-read gap-3">
      <p>
        {wordsOf(payment).taken} with the reference <Reference>{reference}</Reference>, but it was
        not the right amount, or it came after the bottles were gone. The money goes back to you,
        and you get an email when it is on its way. You do not need to do anything.
      </p>
      <p>
        If you have a question, <Write reference={reference} />. Your cart is as you left it.
      </p>
    </div>
  );
}
