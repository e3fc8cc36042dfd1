import { paths } from '#config/paths.ts';
import { AccountForm, EmailField, Way, Ways } from '#site/auth/form/AccountForm.tsx';
import { useAccountForm } from '#site/auth/form/use-account-form.ts';
import { has } from '#site/client/extensions.ts';
import { TextField } from '#site/forms/Field.tsx';
import { NewPassword } from '#site/forms/PasswordField.tsx';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { carrying, nextOf } from './next.ts';
import { keepProof, RESEND_COOLDOWN } from './proof-store.ts';
import { FAILURES, REGISTERED } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Sign-up (spec §2). */
function SignUp() {
  useSignedIn();
  const next = useHydrated() ? nextOf(location.href) : '';
  const account = useAccountForm({
    fields: ['fullName', 'email', 'password', 'confirmPassword'],
    read: ({ rules }, values) => rules.signUp(values),
    send: ({ call, accountCalls, deviceHeader }, body) =>
      call(accountCalls.register, { body, headers: deviceHeader() }),
    done: ({ email, attempt }, form) => {
      keepProof({
        purpose: 'verify_email',
        email: email ?? form.email,
        // The server has just sent one.
        resendAt: Date.now() + RESEND_COOLDOWN,
        ...(has('account.attempt') && attempt && { attempt }),
        ...(next && { next }),
      });
      toast(REGISTERED);
      location.assign(paths.verifySignUp);
    },
    failure: FAILURES.register,
    unanswered: 'Everything you typed is kept. Please check your connection, then press again.',
  });
  const { field } = account;
  return (
    <>
      <AccountForm account={account} label="Sign Up" busy="Signing up...">
        <TextField
          label="Full Name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          {...field('fullName')}
        />
        <EmailField {...field('email')} />
        <NewPassword name="password" label="Password" account={account} />
      </AccountForm>
      <p className="field-hint mt-6">
        By signing up you accept our{' '}
        <a className="link" href={paths.terms}>
          terms
        </a>
        .{' '}
        <a className="link" href={paths.privacy}>
          Privacy
        </a>{' '}
        says what we keep about you, and how you delete it.
      </p>
      <Ways className="mt-6">
        <Way question="Have an account already?" href={carrying(paths.login, next)} label="Login" />
      </Ways>
    </>
  );
}

export default island(SignUp);
