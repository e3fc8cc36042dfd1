import { paths } from '#config/paths.ts';
import { accountCalls } from '#contract/account-calls.ts';
import { FAILURES, PASSWORD_RESET } from '../stores/account-texts.ts';
import { call } from '../stores/api.ts';
import { dropProof, type Proof } from '../stores/proof.ts';
import { toast } from '../stores/toasts.ts';
import { AccountForm } from './account/AccountForm.tsx';
import { rules } from './account/rules.ts';
import { useAccountForm } from './account/use-account-form.ts';
import { useProof } from './account/use-proof.ts';
import { useSignedIn } from './account/use-signed-in.ts';
import { TextField } from './form/Field.tsx';
import { PasswordField } from './form/PasswordField.tsx';

const elsewhere = (proof: Proof | null) => {
  if (proof?.purpose !== 'reset_password') return paths.forgotPassword;
  return proof.otp ? undefined : paths.resetCode;
};

/** A new password in place of a forgotten one (spec §2). */
export default function ResetPassword() {
  useSignedIn();
  const proof = useProof(elsewhere);
  const account = useAccountForm({
    fields: ['newPassword', 'confirmPassword'],
    read: rules.newPassword,
    send: ({ newPassword }) => {
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
  const { field, pending } = account;
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
      {/* Password managers file the new password under it. */}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={proof?.email ?? ''}
        error={undefined}
        readOnly
      />
      <div className="grid gap-3">
        <PasswordField
          label="New Password"
          what="new password"
          autoComplete="new-password"
          enterKeyHint="next"
          note="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
          roomy
          pending={pending}
          {...field('newPassword')}
        />
        <PasswordField
          label="Confirm Password"
          what="confirmation"
          autoComplete="new-password"
          enterKeyHint="done"
          pending={pending}
          {...field('confirmPassword')}
        />
      </div>
    </AccountForm>
  );
}
