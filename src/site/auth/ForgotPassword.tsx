import { paths } from '#config/paths.ts';
import { AccountForm, EmailField, Way, Ways } from '#site/auth/form/AccountForm.tsx';
import { useAccountForm } from '#site/auth/form/use-account-form.ts';
import { island } from '#site/lazy/island.tsx';
import { toast } from '#site/toasts/toasts-store.ts';
import { keepProof, RESEND_COOLDOWN } from './proof-store.ts';
import { FAILURES, RESET_CODE_SENT } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Forgot password (spec §2): the shop emails a code. */
function ForgotPassword() {
  useSignedIn();
  const account = useAccountForm({
    fields: ['email'],
    read: ({ rules }, values) => rules.forgotPassword(values),
    send: ({ call, accountCalls, deviceHeader }, body) =>
      call(accountCalls.forgotPassword, { body, headers: deviceHeader() }),
    done: ({ email }, form) => {
      keepProof({
        purpose: 'reset_password',
        email: email ?? form.email,
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
      <Ways className="mt-6">
        <Way question="Remembered it?" href={paths.login} label="Login" />
      </Ways>
    </>
  );
}

export default island(ForgotPassword);
