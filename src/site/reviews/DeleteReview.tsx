import { useLayoutEffect, useRef, useState } from 'react';
import { CallError } from '#site/client/errors.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { deleteReview, refetchReviews } from './reviews-store.ts';
import { REVIEW_DELETED, REVIEW_NOT_DELETED } from './texts.ts';

/** Deletes one's own review, after having asked once more in the same place. */
export function DeleteReview({ id }: { id: string }) {
  const [step, setStep] = useState<'idle' | 'asking' | 'deleting'>('idle');
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (!pressed.current) return;
    // The question takes the focus, at what does no harm; and gives it back.
    if (step === 'asking') keep.current?.focus();
    if (step === 'idle') first.current?.focus();
  }, [step]);

  const go = (to: 'idle' | 'asking') => {
    pressed.current = true;
    setStep(to);
  };
  const remove = async () => {
    if (step === 'deleting') return;
    pressed.current = false;
    setStep('deleting');
    try {
      await deleteReview(id);
      toast(REVIEW_DELETED);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setStep('asking');
      // The session has ended, and said so: this page is on its way to /login.
      if (error.kind === 401 && !$session.get()) return;
      toast(REVIEW_NOT_DELETED);
      // Deleted in another tab, perhaps.
      if (error.kind === 404) refetchReviews();
    }
  };

  if (step === 'idle') {
    return (
      <button
        ref={first}
        type="button"
        className="link min-h-11 justify-self-start text-small"
        aria-label="Delete your review"
        onClick={() => go('asking')}
      >
        Delete
      </button>
    );
  }
  const waiting = step === 'deleting';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      role="group"
      aria-labelledby={`delete-${id}`}
      className="mt-2 grid gap-3 border-l-3 border-danger ps-4"
    >
      <p id={`delete-${id}`}>Delete your review? It cannot be brought back.</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button-quiet px-4"
          aria-disabled={waiting}
          onClick={() => void remove()}
        >
          {waiting ? 'Deleting...' : 'Delete review'}
        </button>
        <button
          ref={keep}
          type="button"
          className="button-quiet px-4"
          aria-disabled={waiting}
          onClick={() => !waiting && go('idle')}
        >
          Keep it
        </button>
      </div>
    </div>
  );
}
