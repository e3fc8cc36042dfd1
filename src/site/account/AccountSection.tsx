import type { ReactNode } from 'react';
import { Messages } from '#site/forms/Messages.tsx';
import type { Message } from '#site/forms/message.ts';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';

interface PartProps {
  title: string;
  /** What it does. */
  text: ReactNode;
  children: ReactNode;
}

/** An action of the account: its title at the margin, its description and button beside it. */
export function Part({ title, text, children }: PartProps) {
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

/** A button that calls the API, and what went wrong with the last press. */
export function Press({ message, ...button }: PressProps) {
  return (
    <>
      <SubmitButton className="button-quiet" {...button} />
      <Messages message={message} />
    </>
  );
}
