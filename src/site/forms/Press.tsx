import { failureText } from '#site/client/failure-text.ts';
import type { Message } from './field-errors.ts';
import { Messages } from './Messages.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useSubmission } from './use-submission.ts';

interface Props {
  /** The button's label, and its label while it works. */
  label: string;
  busy: string;
  pending: boolean;
  /** Whether the button can do anything yet. */
  ready?: boolean;
  className?: string;
  message: Message | null;
  onPress: () => void;
}

/** A button that calls the API, with the error of the last click. */
export function Press({ message, className = 'button-quiet', ...button }: Props) {
  return (
    <>
      <SubmitButton className={className} {...button} />
      <Messages message={message} />
    </>
  );
}

/** Runs an action that calls the API. The error of a failed call appears at the button. */
export function useAction(action: (leaving: () => void) => Promise<void>) {
  const { pending, message, setMessage, run } = useSubmission([], (error) =>
    setMessage({ kind: 'failed', text: failureText(error) }),
  );
  return { pending, message, onPress: () => void run(action) };
}
