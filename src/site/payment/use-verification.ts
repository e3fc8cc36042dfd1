import { useEffect, useState } from 'react';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { CallError } from '#site/client/errors.ts';
import { call } from '#site/session/call.ts';
import { bindPayment, isReference, paymentAsked, settlePayment } from './payments-store.ts';
import {
  mayPass,
  pauseBefore,
  readReference,
  type Verification,
  WATCH_FOR,
} from './verification.ts';

const RETRY_AFTER = 1_500;

const notAReference = new CallError(404, 'Not a payment reference');

/** Resolves when the tab is visible: a hidden tab sends no requests. */
function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function verify(reference: string) {
  if (!isReference(reference)) throw notAReference;
  // Before the answer, which may be lost: later pages then ask about this reference.
  bindPayment(reference);
  paymentAsked(reference, Date.now());
  const { payment } = await call(checkoutCalls.verifyPayment, { params: { reference } });
  settlePayment(reference, payment.status, payment.amount);
  return { ...payment, reference: payment.reference ?? reference };
}

/**
 * Asks until the payment has ended, for at most ten minutes. A first failure is not shown. After a second one in a row the
 * page says that it could not ask, and asks on: the money may be there. Once an answer has come, a failure only lengthens the
 * wait, because the last answer is still valid.
 */
async function watch(reference: string, show: (now: Verification) => void, signal: AbortSignal) {
  const until = Date.now() + WATCH_FOR;
  let known: Extract<Verification, { kind: 'known' }> | undefined;
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const payment = await verify(reference);
      const watching = payment.status === 'pending' && Date.now() < until;
      known = { kind: 'known', reference, payment, watching };
      if (!signal.aborted) show(known);
      if (!watching) return;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The browser is on its way to /login, and comes back to this page.
      if (error.leaves) return;
      const late = Date.now() >= until;
      if (known && late) {
        if (!signal.aborted) show({ ...known, watching: false });
        return;
      }
      if (!known) {
        const watching = mayPass(error) && !late;
        if ((tries > 0 || !watching) && !signal.aborted) {
          show({ kind: 'error', reference, error, watching });
        }
        if (!watching) return;
      }
    }
    await pause(known || tries > 0 ? pauseBefore(tries) : RETRY_AFTER);
    await seen(signal);
  }
}

/** The state of the payment in the page's address. `again` restarts the verification. */
export function useVerification(): [Verification, again: () => void] {
  const [state, setState] = useState<Verification>({ kind: 'verifying' });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks anew
  useEffect(() => {
    const reference = readReference(location.search);
    if (!reference) {
      setState({ kind: 'no-reference' });
      return;
    }
    const stop = new AbortController();
    void watch(reference, setState, stop.signal);
    return () => stop.abort();
  }, [round]);
  const again = () => {
    setState((now) => (now.kind === 'known' ? { ...now, watching: true } : { kind: 'verifying' }));
    setRound(round + 1);
  };
  return [state, again];
}
