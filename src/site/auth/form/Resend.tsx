import { $proof, keepProof, type Proof, RESEND_COOLDOWN } from '#site/auth/proof-store.ts';
import { requestsPart } from '#site/auth/requests-part.ts';
import { FAILURES, OTP_SENT } from '#site/auth/texts.ts';
import { useSubmission } from '#site/forms/use-submission.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { failureToast } from './failure.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** Starts the wait before another code can be requested; `ms` in milliseconds. */
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
