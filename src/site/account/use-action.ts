import { useSubmission } from '#site/forms/use-submission.ts';
import { failureText } from '#site/orders/texts.ts';

/** A press that calls the API; a failed call is described above the button. */
export function useAction(action: (leaving: () => void) => Promise<void>) {
  const { pending, message, setMessage, run } = useSubmission([], (error) =>
    setMessage({ kind: 'failed', text: failureText(error) }),
  );
  return { pending, message, onPress: () => void run(action) };
}
