import { useRef, useState } from 'react';
import { accountCalls } from '#contract/account-calls.ts';
import { $proof, keepProof, type Proof, RESEND_COOLDOWN } from '#site/auth/proof-store.ts';
import { FAILURES, OTP_SENT } from '#site/auth/texts.ts';
import { CallError } from '#site/client/errors.ts';
import { call } from '#site/session/call.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { failureToast } from './failure.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Another code may be asked for in so many ms. */
function cool(ms: number): void {
  const proof = $proof.get();
  if (proof) keepProof({ ...proof, resendAt: Date.now() + ms });
}

/** Asks for another code, at most every 30 seconds (spec §4). While it cannot, it keeps the focus. */
export function Resend({ proof }: { proof: Proof | null }) {
  const left = useSecondsLeft(proof?.resendAt);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const off = left !== 0 || pending;

  const resend = async () => {
    if (off || busy.current || !proof) return;
    busy.current = true;
    setPending(true);
    const { email, purpose } = proof;
    try {
      await call(accountCalls.resendOtp, { body: { email, purpose } });
      cool(RESEND_COOLDOWN);
      toast(OTP_SENT);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      toast(failureToast(FAILURES.resend, error));
      // Also from a backend that does not say for how long.
      if (error.kind === 429) cool((error.body?.retryAfter ?? 30) * 1000);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return (
    <button
      type="button"
      className="button-quiet"
      disabled={left === null}
      aria-disabled={off || undefined}
      onClick={() => void resend()}
    >
      {left ? `Resend in ${left}s` : pending ? 'Sending...' : 'Resend code'}
    </button>
  );
}
