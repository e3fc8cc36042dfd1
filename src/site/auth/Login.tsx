import { paths } from '#config/paths.ts';
import { AccountForm, EmailField, Way, Ways } from '#site/auth/form/AccountForm.tsx';
import { useAccountForm } from '#site/auth/form/use-account-form.ts';
import { PasswordField } from '#site/forms/PasswordField.tsx';
import { island } from '#site/lazy/island.tsx';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { $session } from '#site/session/session-store.ts';
import { carrying, guestPath, nextOf } from './next.ts';
import { FAILURES } from './texts.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Login (spec §2). */
function Login() {
  // The page reloads, and its guard redirects to the requested page or to /home.
  useSignedIn();
  const hydrated = useHydrated();
  const next = hydrated ? nextOf(location.href) : '';
  const account = useAccountForm({
    fields: ['email', 'password'],
    read: ({ rules }, values) => rules.login(values),
    send: ({ call, accountCalls, deviceHeader }, body) =>
      call(accountCalls.login, { body, headers: deviceHeader() }),
    done: (session) => $session.set(session),
    failure: FAILURES.login,
    unanswered: 'Everything you typed is kept. Please check your connection, then press again.',
    retype: 'password',
  });
  const { field, pending } = account;
  return (
    <>
      <AccountForm account={account} label="Login" busy="Logging in...">
        <EmailField {...field('email')} />
        <div className="grid justify-items-end gap-5">
          <div className="w-full">
            <PasswordField
              label="Password"
              autoComplete="current-password"
              enterKeyHint="go"
              pending={pending}
              {...field('password')}
            />
          </div>
          <a
            className="link -mb-6 inline-flex min-h-11 items-center text-small"
            href={paths.forgotPassword}
          >
            Forgot password?
          </a>
        </div>
      </AccountForm>
      <div className="mt-4 grid gap-6">
        <a
          className="button-quiet"
          data-guest
          href={hydrated ? guestPath(location.href) : paths.home}
        >
          Use as Guest
        </a>
        <Ways>
          <Way question="New here?" href={carrying(paths.signUp, next)} label="Sign Up" />
        </Ways>
      </div>
    </>
  );
}

export default island(Login);
