import { paths } from '#config/paths.ts';
import { Way } from '#site/auth/form/AccountForm.tsx';
import { CodeForm } from '#site/auth/form/CodeForm.tsx';
import { island } from '#site/lazy/island.tsx';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { afterLogin, carrying } from './next.ts';
import { $proof, dropProof, type Proof } from './proof-store.ts';
import { EMAIL_VERIFIED, FAILURES } from './texts.ts';
import { useProof } from './use-proof.ts';
import { useSignedIn } from './use-signed-in.ts';

const elsewhere = (proof: Proof | null) =>
  proof?.purpose === 'verify_email' ? undefined : paths.signUp;
/** Replaces this page in the history: it has nothing left to show on return. */
const leave = () => location.replace(afterLogin($proof.get()?.next ?? '', location.origin));

/** Verification of the email address (spec §2). */
function VerifySignUp() {
  useSignedIn(leave);
  const proof = useProof(elsewhere);
  const next = proof?.next ?? '';
  return (
    <CodeForm
      proof={proof}
      lead="We have sent a code to"
      label="Verify Email"
      send={({ call, accountCalls, deviceHeader }, { email, attempt }, otp) =>
        call(accountCalls.verifyOtp, {
          body: { email, otp, ...(attempt !== undefined && { attempt }) },
          headers: deviceHeader(),
        })
      }
      done={(session) => {
        dropProof();
        toast(EMAIL_VERIFIED);
        $session.set(session);
      }}
      failure={FAILURES.verifyEmail}
      unanswered="Please check your connection, then press again. If the code is refused then, it was taken the first time: log in."
    >
      <Way question="Not your address?" href={carrying(paths.signUp, next)} label="Sign up again" />
      <Way question="Have an account already?" href={carrying(paths.login, next)} label="Login" />
    </CodeForm>
  );
}

export default island(VerifySignUp);
