import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import { accountCalls } from '#contract/account-calls.ts';
import { dropDraft } from '#site/checkout/draft-store.ts';
import { CallError } from '#site/client/errors.ts';
import { PasswordField } from '#site/forms/PasswordField.tsx';
import { failureText } from '#site/orders/texts.ts';
import { call } from '#site/session/call.ts';
import type { Session } from '#site/session/session-store.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';
import { leaveFor } from './leave.ts';
import { useAction } from './use-action.ts';

const DELETED: ToastText = {
  title: 'Account deleted',
  text: 'Your account is gone. Thank you for the time you spent with us.',
};

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  session: Session;
}

/** Asks for the password before the account is deleted: a session that was left open is not enough. */
export function DeleteDialog({ dialog, session }: Props) {
  const password = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();

  const refuse = (text: string) => {
    setWrong(text);
    password.current?.focus();
  };
  const { pending, error, run } = useAction(async () => {
    const given = password.current?.value ?? '';
    setWrong(undefined);
    if (!given) return refuse('Password is required');
    try {
      await call(accountCalls.deleteAccount, { body: { password: given } });
    } catch (error) {
      const body = error instanceof CallError ? error.body : undefined;
      if (body?.code === 'credentials_invalid') return refuse('This is not your password.');
      if (body?.fields?.password) return refuse(body.fields.password);
      throw error;
    }
    // What she typed at checkout is hers, too.
    dropDraft();
    leaveFor(paths.home, session, DELETED);
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  const close = () => dialog.current?.close();

  return (
    <dialog
      ref={dialog}
      className="sheet p-0"
      aria-labelledby="delete-title"
      onClose={() => {
        if (password.current) password.current.value = '';
        setWrong(undefined);
      }}
    >
      <form
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
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          pending={pending}
          error={wrong}
          onChange={() => setWrong(undefined)}
        />
        <div role="alert" className="empty:hidden">
          {error && !wrong && <p className="notice notice-error">{failureText(error)}</p>}
        </div>
        <div className="flex flex-wrap gap-3 max-sm:flex-col">
          <button type="submit" className="button" aria-disabled={pending || undefined}>
            {pending ? 'Deleting...' : 'Delete my account'}
          </button>
          <button type="button" className="button-quiet" onClick={close}>
            Keep my account
          </button>
        </div>
      </form>
    </dialog>
  );
}
