import type { Review } from '#contract/review.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { DeleteReview } from './DeleteReview.tsx';
import { Stars } from './Summary.tsx';

/** One review. The comment is text with line breaks, never markup. */
export function ReviewRow({ review, own }: { review: Review; own: boolean }) {
  const { _id, userName, rating, comment, createdAt, boughtHere, previousShop } = review;
  return (
    <li className="grid gap-2 py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p>
          <Stars rating={rating} />
          <span className="visually-hidden">Rated {rating} of 5</span>
        </p>
        <time dateTime={createdAt} className="text-caption text-ink-soft">
          {lagosDate(createdAt)}
        </time>
      </div>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h3 dir="auto" className="min-w-0 font-display text-name">
          {userName}
        </h3>
        {boughtHere && <p className="text-caption text-palm">Bought here</p>}
        {previousShop && <p className="text-caption text-ink-soft">From the previous shop</p>}
      </div>
      <p dir="auto" className="min-w-0 whitespace-pre-line">
        {comment}
      </p>
      {own && <DeleteReview id={_id} />}
    </li>
  );
}
