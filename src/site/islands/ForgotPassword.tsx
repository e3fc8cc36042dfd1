import { paths } from '#config/paths.ts';
import { accountCalls } from '#contract/account-calls.ts';
import { FAILURES, RESET_CODE_SENT } from '../stores/account-texts.ts';
import { call } from '../stores/api.ts';
import { keepProof, RESEND_COOLDOWN } from '../stores/proof.ts';
import { toast } from '../stores/toasts.ts';
import { AccountForm } from './account/AccountForm.tsx';
import { EmailField } from './account/EmailField.tsx';
import { rules } from './account/rules.ts';
import { useAccountForm } from './account/use-account-form.ts';
import { useSignedIn } from './account/use-signed-in.ts';

/** Forgot password (spec §2): a code is mailed. */
export default function ForgotPassword() {
  useSignedIn();
  const account = useAccountForm({
    fields: ['email'],
    read: rules.forgotPassword,
    send: (body) => call(accountCalls.forgotPassword, { body }),
    done: ({ email }, form) => {
      keepProof({
        purpose: 'reset_password',
        email: email || form.email,
        resendAt: Date.now() + RESEND_COOLDOWN,
      });
      toast(RESET_CODE_SENT);
      location.assign(paths.resetCode);
    },
    failure: FAILURES.forgotPassword,
    unanswered: 'Please check your connection, then press again.',
  });
  return (
    <>
      <AccountForm account={account} label="Send Reset Code" busy="Sending...">
        <EmailField {...account.field('email')} />
      </AccountForm>
      <p className="account-ways mt-6">
        <span>
          Remembered it?{' '}
          <a className="link" href={paths.login}>
            Login
          </a>
        </span>
      </p>
    </>
  );
}
