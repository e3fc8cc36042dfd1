import { paths } from '#config/paths.ts';
import { Way } from '#site/auth/form/AccountForm.tsx';
import { CodeForm } from '#site/auth/form/CodeForm.tsx';
import { island } from '#site/lazy/island.tsx';
import { toast } from '#site/toasts/toasts-store.ts';
import { keepProof, type Proof } from './proof-store.ts';
import { FAILURES, OTP_VERIFIED } from './texts.ts';
import { useProof } from './use-proof.ts';
import { useSignedIn } from './use-signed-in.ts';

const elsewhere = (proof: Proof | null) =>
  proof?.purpose === 'reset_password' ? undefined : paths.forgotPassword;

/** The emailed code of a forgotten password (spec §2). */
function ResetCode() {
  useSignedIn();
  const proof = useProof(elsewhere);
  return (
    <CodeForm
      proof={proof}
      // Does not reveal who has an account.
      lead="If there is an account with this address, a code is on its way to"
      label="Verify Code"
      send={({ call, accountCalls, deviceHeader }, { email }, otp) =>
        call(accountCalls.verifyPasswordOtp, { body: { email, otp }, headers: deviceHeader() })
      }
      done={({ otp }, proved) => {
        keepProof({ ...proved, otp });
        toast(OTP_VERIFIED);
        location.assign(paths.resetPassword);
      }}
      failure={FAILURES.verifyCode}
      unanswered="Please check your connection, then press again. If the code is refused then, ask for a new one."
    >
      <Way question="Not your address?" href={paths.forgotPassword} label="Try another" />
    </CodeForm>
  );
}

export default island(ResetCode);
