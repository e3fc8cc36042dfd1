import type { ReactNode } from 'react';
import type { Message } from '#site/forms/field-errors.ts';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { failureText } from '#site/orders/texts.ts';

interface SectionProps {
  title: string;
  /** The description of the action. */
  text: ReactNode;
  children: ReactNode;
}

/** An account action: its title at the margin, its description and button beside it. */
export function AccountSection({ title, text, children }: SectionProps) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-hairline py-6 md:grid-cols-[13rem_minmax(0,1fr)]">
      <h2 className="panel-title">{title}</h2>
      <div className="grid max-w-read justify-items-start gap-4">
        <p className="text-ink-soft">{text}</p>
        {children}
      </div>
    </section>
  );
}

interface PressProps {
  /** The button's label, and its label while it works. */
  label: string;
  busy: string;
  pending: boolean;
  /** Whether the button can do anything yet. */
  ready: boolean;
  message: Message | null;
  onPress: () => void;
}

/** A button that calls the API, with the error of the last click. */
export function Press({ message, ...button }: PressProps) {
  return (
    <>
      <SubmitButton className="button-quiet" {...button} />
      <Messages message={message} />
    </>
  );
}

/** Runs an action that calls the API. The error of a failed call appears above the button. */
export function useAction(action: (leaving: () => void) => Promise<void>) {
  const { pending, message, setMessage, run } = useSubmission([], (error) =>
    setMessage({ kind: 'failed', text: failureText(error) }),
  );
  return { pending, message, onPress: () => void run(action) };
}
