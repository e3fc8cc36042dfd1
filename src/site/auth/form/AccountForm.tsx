import type { ReactNode, RefObject, SubmitEvent } from 'react';
import { useHydrated } from '#site/waking/use-hydrated.ts';
import { Messages } from './Messages.tsx';
import type { Message } from './use-account-form.ts';

interface Props {
  /** Of useAccountForm. */
  account: {
    form: RefObject<HTMLFormElement | null>;
    message: Message | null;
    pending: boolean;
    submit: () => Promise<void>;
  };
  /** What the button says, and while the form is on its way. */
  label: string;
  busy: string;
  /** Whether there is anything to send yet. */
  complete?: boolean;
  /** Stands beneath what the server has refused with. */
  more?: ReactNode;
  children: ReactNode;
}

/** A form with its fields, its message and its one button. Its name is the page's heading. */
export function AccountForm({ account, label, busy, complete = true, more, children }: Props) {
  const hydrated = useHydrated();
  const { form, message, pending, submit } = account;
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-labelledby="account-title"
      className="panel grid gap-8"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <Messages message={message} more={more} />
      {/* While it is pending the button is not disabled, which would take the focus away. */}
      <button
        type="submit"
        className="button wide"
        disabled={!hydrated || (!complete && !pending)}
        aria-disabled={pending || undefined}
      >
        {pending ? busy : label}
      </button>
    </form>
  );
}
