import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import { reason, remedy } from '#site/client/reason.ts';
import { ReviewRow } from './ReviewRow.tsx';
import { $reviews, refetchReviews } from './reviews-store.ts';

/** Moves the focus to `place` when an element that may have held it is no longer `drawn`. A focus elsewhere stays. */
export function useRefocus(drawn: boolean, place: () => HTMLElement | null | undefined): void {
  const before = useRef(drawn);
  useLayoutEffect(() => {
    const gone = before.current && !drawn;
    before.current = drawn;
    if (gone && document.activeElement === document.body) place()?.focus();
  });
}

interface Props {
  /** The product's name. */
  name: string;
  /** Id of the customer; '' for a guest. */
  user: string;
  /** Takes the focus if its element disappears. */
  fallback: () => HTMLElement | null;
}

/** The reviews, or the reason why there are none. */
export function ReviewList({ name, user, fallback }: Props) {
  const { list, asking, failure } = useStore($reviews);
  const failed = failure !== undefined;
  useRefocus(failed, fallback);
  return (
    <section aria-label="Reviews" aria-busy={asking} className="border-t border-ink">
      {!list && !failed && <Waiting />}
      {failed && (
        <div role="alert" className="notice notice-error my-6 grid justify-items-start gap-2">
          <p>
            {list
              ? `These reviews may not be the latest. ${reason(failure)}`
              : `The reviews could not be loaded. ${reason(failure)} ${remedy(failure)}`}
          </p>
          <button type="button" className="link min-h-11" onClick={refetchReviews}>
            Try again
          </button>
        </div>
      )}
      {list?.length === 0 && (
        <p className="py-6 text-ink-soft">Be the first to say how {name} wears.</p>
      )}
      {list && list.length > 0 && (
        <ul className="divide-y divide-hairline">
          {list.map((review) => (
            <ReviewRow
              key={review._id}
              review={review}
              own={user !== '' && review.user._id === user}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The number of rows is from spec §9. */
function Waiting() {
  return (
    <>
      <p role="status" className="visually-hidden">
        Loading reviews...
      </p>
      <ul className="divide-y divide-hairline" aria-hidden="true">
        {[1, 2, 3].map((row) => (
          <li key={row} className="grid gap-3 py-6">
            <div className="skeleton h-4 w-20" />
            <div className="skeleton h-5 w-2/5" />
            <div className="skeleton h-4 w-full" />
            <div className="skeleton h-4 w-3/5" />
          </li>
        ))}
      </ul>
    </>
  );
}
