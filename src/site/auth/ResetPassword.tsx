import { paths } from '#config/paths.ts';
import { AccountForm } from '#site/auth/form/AccountForm.tsx';
import { useAccountForm } from '#site/auth/form/use-account-form.ts';
import { TextField } from '#site/forms/Field.tsx';
import { NewPassword } from '#site/forms/PasswordField.tsx';
import { island } from '#site/lazy/island.tsx';
import { toast } from '#site/toasts/toasts-store.ts';
import { dropProof, type Proof } from './proof-store.ts';
import { FAILURES, PASSWORD_RESET } from './texts.ts';
import { useProof } from './use-proof.ts';
import { useSignedIn } from './use-signed-in.ts';

const elsewhere = (proof: Proof | null) => {
  if (proof?.purpose !== 'reset_password') return paths.forgotPassword;
  return proof.otp ? undefined : paths.resetCode;
};

/** A new password in place of a forgotten one (spec §2). */
function ResetPassword() {
  useSignedIn();
  const proof = useProof(elsewhere);
  const account = useAccountForm({
    fields: ['newPassword', 'confirmPassword'],
    read: ({ rules }, values) => rules.newPassword(values),
    send: ({ call, accountCalls }, { newPassword }) => {
      if (!proof?.otp) throw new Error('A password was submitted before its code was known');
      const { email, otp } = proof;
      return call(accountCalls.resetPassword, { body: { email, otp, newPassword } });
    },
    done: () => {
      dropProof();
      toast(PASSWORD_RESET);
      location.replace(paths.login);
    },
    failure: FAILURES.resetPassword,
    unanswered:
      'We do not know whether your password was changed. Please check your connection, then press again, or log in with the new one.',
  });
  return (
    <AccountForm
      account={account}
      label="Reset Password"
      busy="Resetting..."
      complete={proof !== null}
      more={
        <p>
          <a className="link inline-flex min-h-11 items-center" href={paths.forgotPassword}>
            Ask for a new code
          </a>
        </p>
      }
    >
      {/* Password managers store the new password under this address. */}
      <TextField
        label="Email"
        type="email"
        name="email"
        className="input border-hairline text-ink-soft"
        autoComplete="username"
        value={proof?.email ?? ''}
        error={undefined}
        readOnly
      />
      <NewPassword name="newPassword" label="New Password" what="new password" account={account} />
    </AccountForm>
  );
}

export default island(ResetPassword);
