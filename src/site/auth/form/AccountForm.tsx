import type { ReactNode, SubmitEvent } from 'react';
import { requestsPart } from '#site/auth/requests-part.ts';
import { TextField } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { fetchModule } from '#site/lazy/load-module.ts';
import { useFirstTouch, useHydrated } from '#site/lazy/use-hydrated.ts';
import type { Account, useAccountForm } from './use-account-form.ts';

interface Props {
  account: Account;
  /** The button's label, and its label while the form is sent. */
  label: string;
  busy: string;
  /** Whether there is anything to send yet. */
  complete?: boolean;
  /** Shown below the server's refusal. */
  more?: ReactNode;
  children: ReactNode;
}

/** A form with its fields, its message and one button. It is named by the page's heading. */
export function AccountForm({ account, label, busy, complete = true, more, children }: Props) {
  const hydrated = useHydrated();
  const { form, message, pending, submit } = account;
  useFirstTouch(form, () => fetchModule(requestsPart));
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-labelledby="account-title"
      className="panel grid gap-10"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <Messages message={message} more={more} />
      <SubmitButton
        className="button wide"
        label={label}
        busy={busy}
        pending={pending}
        ready={hydrated && complete}
      />
    </form>
  );
}

interface WayProps {
  /** The question that the link answers. */
  question: string;
  href: string;
  label: string;
}

/** A link from one form to another. */
export const Way = ({ question, href, label }: WayProps) => (
  <span>
    {question}{' '}
    <a className="link inline-flex min-h-11 items-center text-ink" href={href}>
      {label}
    </a>
  </span>
);

/** The links below a form. */
export const Ways = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p className={`flex flex-wrap gap-x-7 text-(length:--text-small) text-ink-soft ${className}`}>
    {children}
  </p>
);

/** The email address. Password managers store it as the user name. */
export function EmailField(props: ReturnType<ReturnType<typeof useAccountForm>['field']>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="next"
      {...props}
    />
  );
}
