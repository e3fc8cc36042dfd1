import type { RefObject, SubmitEvent } from 'react';
import { paths } from '#config/paths.ts';
import { requestsPart } from '#site/auth/requests-part.ts';
import { dropDraft } from '#site/checkout/draft-store.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { PasswordField } from '#site/forms/PasswordField.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { failureText } from '#site/orders/texts.ts';
import type { Session } from '#site/session/session-store.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';
import { leaveFor } from './leave.ts';

const DELETED: ToastText = {
  title: 'Account deleted',
  text: 'Your account is gone. Thank you for the time you spent with us.',
};

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  session: Session;
}

const FIELDS = ['password'] as const;

/** Asks for the password before the account is deleted: an open session is not enough. */
export function DeleteDialog({ dialog, session }: Props) {
  const { form, pending, message, setMessage, errors, setErrors, showErrors, run } = useSubmission(
    FIELDS,
    (error) => {
      const { code, fields } = error.body ?? {};
      const refused = code === 'credentials_invalid' && 'This is not your password.';
      const text = refused || fields?.password;
      if (text) showErrors({ password: text });
      else setMessage({ kind: 'failed', text: failureText(error) });
    },
  );

  const deleteAccount = async (password: string, leaving: () => void) => {
    const { call, accountCalls } = await loadModule(requestsPart);
    await call(accountCalls.deleteAccount, { body: { password } });
    // The address that was typed at checkout belongs to this customer.
    dropDraft();
    leaveFor(paths.home, session, DELETED);
    leaving();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run((leaving) => {
      const password = String(new FormData(form.current ?? undefined).get('password') ?? '');
      showErrors(password ? {} : { password: 'Password is required' });
      return password ? deleteAccount(password, leaving) : undefined;
    });
  };
  const close = () => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className="sheet p-0"
      aria-labelledby="delete-title"
      onClose={() => {
        form.current?.reset();
        setErrors({});
      }}
    >
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={submit}
        className="grid gap-8 p-[clamp(1.5rem,5vw,2.5rem)]"
      >
        <div className="grid gap-3">
          <h2 id="delete-title" className="panel-title">
            Delete your account?
          </h2>
          <p>This cannot be taken back. Type your password to go on.</p>
        </div>
        {/* For the password manager. */}
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={session.user.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          pending={pending}
          error={errors.password}
          onChange={() => setErrors({})}
        />
        <Messages message={message} />
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <SubmitButton label="Delete my account" busy="Deleting..." pending={pending} />
          <button type="button" className="button-quiet" onClick={close}>
            Keep my account
          </button>
        </div>
      </form>
    </dialog>
  );
}
