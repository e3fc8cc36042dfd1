import { PUBLIC_PAYMENT_HOSTS } from 'astro:env/client';
import { useEffect } from 'react';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { Transfer as Account } from '#contract/checkout.ts';
import { formatNaira } from '#domain/money/money.ts';
import { MONEY_COMES_MS } from '#domain/orders/late-money.ts';
import { acceptedWords } from '#domain/payments/accepted.ts';
import { has } from '#site/client/extensions.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { Announcement, type Mark } from './Announcement.tsx';
import { Details } from './Details.tsx';
import { isPaymentPage } from './payment-page.ts';
import { begunPayment } from './payments-store.ts';
import { Reference, Refund, Write } from './Refund.tsx';
import { Expired, Transfer, transferWords } from './Transfer.tsx';
import { useVerification } from './use-verification.ts';
import {
  isOpen,
  type KnownPayment,
  orderPlaced,
  outcomeOf,
  readReference,
  type Verification,
} from './verification.ts';
import { wordsOf } from './words.ts';
import { YourOrder } from './YourOrder.tsx';

/** The return page of a payment (spec §2): verifies the payment and shows its state. */
function PaymentResult() {
  const [answered, again] = useVerification();
  const state = listed(answered);
  const hydrated = useHydrated();
  const account = hydrated ? accountOf(state) : undefined;
  const [title, mark, text] = words(state, account);
  useEffect(() => {
    document.title = `${title} – ${shop.name}`;
  }, [title]);
  return (
    <div className="grid min-h-[calc(100svh-9rem)] content-start justify-items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-16 lg:*:col-start-1">
      <Announcement title={title} mark={mark}>
        {text}
      </Announcement>
      {state.kind === 'no-reference' && <Links first="checkout" />}
      {account && isOpen(account) && <Transfer account={account} />}
      {state.kind === 'error' && <Unverified state={state} again={again} />}
      {state.kind === 'known' && <Known state={state} account={account} again={again} />}
    </div>
  );
}

export default island(PaymentResult);

function Known({ state, account, again }: StateProps<'known'> & { account: Account | undefined }) {
  const { payment, reference } = state;
  if (['paid', 'placed'].includes(outcomeOf(payment))) return <Standing payment={payment} />;
  if (!account) return <Unpaid state={state} again={again} />;
  return (
    <>
      {isOpen(account) ? (
        <p className="max-w-read">
          You may leave this page: we write to {payment.email} when the money is there. Your cart
          stays as it is until then.
        </p>
      ) : (
        <Expired reference={reference} renewed={again} />
      )}
      <Details payment={payment} />
      <Links first="checkout" quiet />
    </>
  );
}

/** 'the ₦5,000', or 'your payment' where the backend does not tell the amount. */
const sumOf = ({ amount }: KnownPayment) =>
  amount === undefined ? 'your payment' : `the ${formatNaira(amount)}`;

/** Ignores the fields of extensions that the backend does not list. */
function listed(state: Verification): Verification {
  if (state.kind !== 'known') return state;
  const { refundNeeded, transfer, ownAccount, due, ...payment } = state.payment;
  return {
    ...state,
    payment: {
      ...payment,
      ...(has('payment.refundNeeded') && { refundNeeded }),
      ...(has('payment.bank') && { ownAccount }),
      ...(has('order.accepted') && { due }),
      ...(has(transfer?.narration ? 'payment.bank' : 'payment.transfer') && { transfer }),
    },
  };
}

/** The account that takes the payment. Without an answer of the shop it is the one that this device has kept. */
function accountOf(state: Verification): Account | undefined {
  if (state.kind === 'known')
    return state.payment.status === 'pending' ? state.payment.transfer : undefined;
  if (state.kind === 'no-reference') return undefined;
  const kept = begunPayment(readReference(location.search))?.transfer;
  return isOpen(kept) ? kept : undefined;
}

/** Title, mark and first sentence of each state (spec §2). */
function words(state: Verification, account: Account | undefined): [string, Mark, string] {
  if (account) {
    const [title, text] = transferWords(account);
    return [title, isOpen(account) ? 'waiting' : 'still', text];
  }
  switch (state.kind) {
    case 'verifying':
      return ['Verifying Payment...', 'waiting', 'Please wait while we confirm your payment.'];
    case 'no-reference':
      return ['Invalid Payment Reference', 'bad', 'No payment reference found. Please try again.'];
    case 'known':
      if (state.payment.status === 'paid') {
        return [
          'Payment Successful!',
          'good',
          'Thank you for your purchase. Your order has been confirmed.',
        ];
      }
      if (outcomeOf(state.payment) === 'placed') {
        const { title, text } = orderPlaced(state.payment.due);
        return [title, 'good', text];
      }
      if (state.payment.status === 'cancelled' && state.payment.due === 0) {
        return ['Order cancelled', 'still', 'Nothing is sent.'];
      }
      if (state.payment.refundNeeded) {
        return ['Payment Failed', 'bad', 'Money came in, but no order could be placed with it.'];
      }
      if (state.payment.status === 'pending') {
        return [
          'Waiting for your payment',
          state.watching ? 'waiting' : 'still',
          `${wordsOf(state.payment).waiting(sumOf(state.payment))}.`,
        ];
      }
  }
  return [
    'Payment Failed',
    'bad',
    "We couldn't verify your payment. Please try again or contact support.",
  ];
}

type StateProps<Kind> = { state: Extract<Verification, { kind: Kind }>; again: () => void };

function Unverified({ state: { error, reference, watching }, again }: StateProps<'error'>) {
  return (
    <>
      <div className="notice notice-error grid max-w-read justify-items-start gap-3">
        {error.kind === 404 ? (
          <p>
            We know of no payment with the reference <Reference>{reference}</Reference>.
          </p>
        ) : (
          <>
            <p>
              {reason(error.kind)} That says nothing about your payment. If your bank shows it, it
              is not lost: {wordsOf({}).confirmed}. Your reference is{' '}
              <Reference>{reference}</Reference>.
            </p>
            <p>
              {watching
                ? 'This page asks again by itself, and changes when the shop answers.'
                : remedy(error.kind)}
            </p>
            {error.kind === 401 && (
              <a
                href={paths.loginThen(location.pathname + location.search)}
                className="button-quiet"
              >
                Login
              </a>
            )}
            <Again again={again} />
          </>
        )}
      </div>
      <Links first="checkout" />
    </>
  );
}

/** The result of a payment whose order is placed. Only the browser that began to pay sees the order itself. */
function Standing({ payment }: { payment: KnownPayment }) {
  const shown = has('order.shared') && has('order.attempt');
  const attempt = shown && begunPayment(payment.reference)?.attempt;
  return (
    <>
      {attempt && <YourOrder attempt={attempt} />}
      <Details payment={payment} />
      <Links first="orders" quiet={Boolean(attempt)} />
    </>
  );
}

function Unpaid({ state: { payment, watching }, again }: StateProps<'known'>) {
  if (payment.status === 'pending') {
    return (
      <>
        <Pending payment={payment} watching={watching} again={again} />
        <Details payment={payment} />
        <Links first="checkout" />
      </>
    );
  }
  if (payment.refundNeeded) {
    return (
      <>
        <Refund payment={payment} />
        <Links first="checkout" />
      </>
    );
  }
  if (payment.status === 'cancelled' && payment.due === 0)
    return (
      <>
        <p className="notice max-w-read">This order was cancelled. {acceptedWords(0).text}</p>
        <Links first="orders" />
      </>
    );
  return (
    <>
      <div className="notice notice-error grid max-w-read gap-3">
        <p>
          {payment.status === 'cancelled'
            ? 'This payment was cancelled, and no order was placed with it.'
            : wordsOf(payment).declined}{' '}
          Your cart is as you left it. Reference: <Reference>{payment.reference}</Reference>
        </p>
        {watching ? (
          <p>
            If you did pay, please do not pay again: the money can still come in. This page keeps
            looking and changes by itself, and so does each page that you open on this device, for{' '}
            {DAYS} after you began to pay. After that, <Write reference={payment.reference} />.
          </p>
        ) : (
          <p>
            If you did pay, please do not pay again: <Write reference={payment.reference} />.
          </p>
        )}
      </div>
      <Links first="checkout" />
    </>
  );
}

/** For so long money may come. */
const DAYS = `${MONEY_COMES_MS / 86_400_000} days`;

interface PendingProps {
  payment: KnownPayment;
  watching: boolean;
  again: () => void;
}

function Pending({ payment, watching, again }: PendingProps) {
  const page = begunPayment(payment.reference)?.page ?? '';
  const mayResume = isPaymentPage(page, PUBLIC_PAYMENT_HOSTS, location.origin);
  return (
    <div className="notice grid max-w-read justify-items-start gap-3" aria-live="polite">
      {watching ? (
        <p>
          This page keeps looking for {DAYS} and changes by itself. You may also leave: we write to{' '}
          {payment.email} when the money is there, and your cart stays as it is until then.
        </p>
      ) : (
        <>
          <p>
            Nothing has come in for {DAYS}, so this page has stopped looking. If you did pay,{' '}
            <Write reference={payment.reference} />.
          </p>
          <Again again={again} />
        </>
      )}
      {mayResume ? (
        <>
          <p>If you have not paid yet, you can still do so: it stays one payment.</p>
          <a href={page} className="button-quiet">
            Continue this payment
          </a>
        </>
      ) : (
        <p>If you have not paid yet, go back to checkout and proceed to payment again.</p>
      )}
    </div>
  );
}

function Again({ again }: { again: () => void }) {
  return (
    <button type="button" className="button-quiet" onClick={again}>
      Check again
    </button>
  );
}

/** `quiet`: another button of the page comes first. */
function Links({ first, quiet = false }: { first: 'checkout' | 'orders'; quiet?: boolean }) {
  return (
    <div className="flex w-full flex-wrap gap-3 max-sm:flex-col">
      {first === 'checkout' ? (
        <a href={paths.checkout} className={quiet ? 'button-quiet' : 'button'}>
          Back to Checkout
        </a>
      ) : (
        <a href={paths.orders} className={quiet ? 'button-quiet' : 'button'}>
          View My Orders
        </a>
      )}
      <a href={paths.products} className="button-quiet">
        Continue Shopping
      </a>
    </div>
  );
}
