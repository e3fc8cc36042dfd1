import { useLayoutEffect, useRef, useState } from 'react';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { deleteReview, refetchReviews } from './reviews-store.ts';
import { REVIEW_DELETED, REVIEW_NOT_DELETED } from './texts.ts';

/** Deletes the customer's own review, after a confirmation in the same place. */
export function DeleteReview({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    // The harmless answer takes the focus, and returns it.
    if (pressed.current) (asking ? keep : first).current?.focus();
  }, [asking]);
  const ask = (now: boolean) => {
    pressed.current = true;
    setAsking(now);
  };

  const { pending, run } = useSubmission([], (error) => {
    // A 401 has ended the session, and the browser is on its way to /login.
    if (error.kind === 401 && !$session.get()) return;
    toast(REVIEW_NOT_DELETED);
    // It may have been deleted in another tab.
    if (error.kind === 404) refetchReviews();
  });
  const remove = async () => {
    await deleteReview(id);
    toast(REVIEW_DELETED);
  };

  if (!asking) {
    return (
      <button
        ref={first}
        type="button"
        className="link min-h-11 justify-self-start text-small"
        aria-label="Delete your review"
        onClick={() => ask(true)}
      >
        Delete
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-labelledby={`delete-${id}`}
      className="mt-2 grid gap-3 border-l-3 border-danger ps-4"
    >
      <p id={`delete-${id}`}>Delete your review? It cannot be brought back.</p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          className="button-quiet px-4"
          label="Delete review"
          busy="Deleting..."
          pending={pending}
          onPress={() => void run(remove)}
        />
        <button
          ref={keep}
          type="button"
          className="button-quiet px-4"
          aria-disabled={pending}
          onClick={() => !pending && ask(false)}
        >
          Keep it
        </button>
      </div>
    </div>
  );
}
