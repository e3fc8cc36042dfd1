import { useEffect, useState } from 'react';
import { checkoutCalls } from '#contract/checkout-calls.ts';
import { CallError } from '#site/client/errors.ts';
import { call } from '#site/session/call.ts';
import {
  bindPayment,
  isReference,
  keepTransfer,
  moneyComesUntil,
  settlePayment,
} from './payments-store.ts';
import {
  isOpen,
  mayChange,
  mayPass,
  outcomeOf,
  pauseBefore,
  readReference,
  type Verification,
} from './verification.ts';

const RETRY_AFTER = 1_500;
/** Milliseconds between two requests while she looks at an account: she reads that the money is there within 5 s. */
const TRANSFER_PAUSE = 4_000;

const notAReference = new CallError(404, 'Not a payment reference');

/**
 * Waits `ms`, and then until the tab is visible: a hidden tab sends no requests. Ends at once when the shopper comes
 * back to the tab, such as from her bank's app.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(look, ms);
    document.addEventListener('visibilitychange', look);
  });
}

async function verify(reference: string) {
  if (!isReference(reference)) throw notAReference;
  // Before the answer, which may be lost: later pages then ask about this reference.
  bindPayment(reference);
  const { payment } = await call(checkoutCalls.verifyPayment, { params: { reference } });
  settlePayment(reference, outcomeOf(payment), payment.amount);
  keepTransfer(reference, payment.transfer);
  return { ...payment, reference: payment.reference ?? reference };
}

/**
 * Asks until money has come or can come no more, even after the backend has said that the payment failed. A first failure
 * to ask is not shown. After a second one in a row the page says that it could not ask, and goes on asking, because the
 * money may be there. Once an answer has come, a failure only lengthens the wait: the last answer is still valid.
 */
async function watch(reference: string, show: (now: Verification) => void, signal: AbortSignal) {
  const until = moneyComesUntil(reference, Date.now());
  let known: Extract<Verification, { kind: 'known' }> | undefined;
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      const payment = await verify(reference);
      const watching = mayChange(payment) && Date.now() < until;
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
    const { transfer } = known?.payment ?? {};
    // A person looks for a transfer to the shop's own account.
    const waits = isOpen(transfer) && !transfer.narration;
    await pause(
      waits ? TRANSFER_PAUSE : known || tries > 0 ? pauseBefore(tries) : RETRY_AFTER,
      signal,
    );
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
