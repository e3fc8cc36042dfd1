import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import type { Customer } from '#contract/profile.ts';
import { profileCalls } from '#contract/profile-calls.ts';
import { $draft, keepDraft } from '#site/checkout/draft-store.ts';
import { errorText } from '#site/client/errors.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { failureText } from '#site/orders/texts.ts';
import { useAnswer } from '#site/orders/use-answer.ts';
import { call } from '#site/session/call.ts';
import { $session } from '#site/session/session-store.ts';

/** The props of a dialog of /account. */
export interface DialogProps {
  token: string;
  close: () => void;
}

/** Asks for the customer's data, and shows `children` with them. */
export function Loaded({
  token,
  children,
}: {
  token: string;
  children: (data: Customer) => ReactNode;
}) {
  const { answer, again } = useAnswer(() => call(profileCalls.customer, {}), token);
  if (answer.kind === 'known') return children(answer.data);
  return (
    <div role="status" className="grid justify-items-start gap-4">
      {answer.kind === 'waiting' ? (
        <p className="text-ink-soft">Loading…</p>
      ) : (
        <>
          <p className="notice notice-error">{failureText(answer.error)}</p>
          <button type="button" className="button-quiet" onClick={again}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}

/** Shows changed data everywhere in this browser: the greeting, other tabs, and a checkout that has the old address. */
export function follow({ fullName, email }: Customer): void {
  const session = $session.get();
  if (!session) return;
  if ($draft.get().email === session.user.email) keepDraft({ email });
  $session.set({ ...session, user: { ...session.user, fullName, email } });
}

interface Props<Name extends string> {
  names: readonly Name[];
  label: string;
  busy: string;
  send: (values: Record<Name, string>) => Promise<unknown>;
  /** @param field - the props that name a field and tie it to its error. */
  children: (field: (name: Name) => FieldProps<Name>, pending: boolean) => ReactNode;
}
interface FieldProps<Name> {
  name: Name;
  error: string | undefined;
  onInput: () => void;
}

/** A form of a dialog. Its first field has the focus. The server checks what was typed. */
export function EditForm<Name extends string>({ names, label, busy, send, children }: Props<Name>) {
  const { form, pending, message, setMessage, errors, setErrors, showErrors, run } = useSubmission(
    names,
    (error) => {
      const { code, fields = {} } = error.body ?? {};
      const found: Readonly<Record<string, string>> =
        code === 'credentials_invalid'
          ? { password: 'This is not your password.' }
          : code === 'code_invalid'
            ? { otp: errorText(error) }
            : fields;
      if (names.some((name) => found[name])) showErrors(found as typeof errors);
      else setMessage({ kind: 'failed', text: failureText(error) });
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run(() => {
      if (navigator.onLine) {
        return send(
          Object.fromEntries(new FormData(form.current ?? undefined)) as Record<Name, string>,
        );
      }
      setMessage({ kind: 'offline' });
      return;
    });
  };
  const field = (name: Name) => ({
    name,
    error: errors[name],
    onInput: () => errors[name] && setErrors({ ...errors, [name]: undefined }),
  });
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-10">
      {children(field, pending)}
      <Messages message={message} />
      <SubmitButton label={label} busy={busy} pending={pending} />
    </form>
  );
}
