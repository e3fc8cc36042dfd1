import { useEffect, useState } from 'react';
import {
  $proof,
  keepProof,
  type Proof,
  RESEND_COOLDOWN,
  secondsLeft,
} from '#site/auth/proof-store.ts';
import { requestsPart } from '#site/auth/requests-part.ts';
import { FAILURES, OTP_SENT } from '#site/auth/texts.ts';
import { useSubmission } from '#site/forms/use-submission.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { failureToast } from './failure.ts';

/** Whole seconds until `moment` (ms since 1970), counting down to 0; null before hydration. */
export function useSecondsLeft(moment: number | undefined): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    if (moment === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = Date.now();
      setNow(time);
      // At the next whole second, so that none is skipped.
      if (secondsLeft(moment, time) > 0) timer = setTimeout(tick, (moment - time) % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [moment]);
  return now === null || moment === undefined ? null : secondsLeft(moment, now);
}

/** Starts the wait before another code can be requested (`ms`: milliseconds). */
function cool(ms: number): void {
  const proof = $proof.get();
  if (proof) keepProof({ ...proof, resendAt: Date.now() + ms });
}

async function resend({ email, purpose }: Proof): Promise<void> {
  const { call, accountCalls, deviceHeader } = await loadModule(requestsPart);
  await call(accountCalls.resendOtp, { body: { email, purpose }, headers: deviceHeader() });
  cool(RESEND_COOLDOWN);
  toast(OTP_SENT);
}

/** Requests another code, at most every 30 seconds (spec §4). During the wait the button keeps its focus. */
export function Resend({ proof }: { proof: Proof | null }) {
  const left = useSecondsLeft(proof?.resendAt);
  const { pending, run } = useSubmission([], (error) => {
    toast(failureToast(FAILURES.resend, error));
    // A backend may refuse without a waiting time.
    if (error.kind === 429) cool((error.body?.retryAfter ?? 30) * 1000);
  });

  return (
    <button
      type="button"
      className="button-quiet"
      disabled={left === null}
      aria-disabled={left !== 0 || pending || undefined}
      onClick={() => void run(() => (left === 0 && proof ? resend(proof) : undefined))}
    >
      {left ? `Resend in ${left}s` : pending ? 'Sending...' : 'Resend code'}
    </button>
  );
}
