import { type Rating, reviewCount } from '#site/product-data/counts.ts';
import { Stars } from './Stars.tsx';

/** The average rating, announced when it changes. `waiting`: it is still loading. */
export function Summary({ rating, waiting }: { rating: Rating | null; waiting: boolean }) {
  return (
    <div role="status" aria-atomic="true" className="min-w-0">
      {!rating && waiting && <div className="skeleton h-12 w-40" aria-hidden="true" />}
      {rating?.count === 0 && <p className="font-display text-lead">No reviews yet</p>}
      {rating && rating.count > 0 && (
        <p className="flex items-center gap-4">
          <span className="visually-hidden">Rated </span>
          <span className="font-display text-heading">{rating.average.toFixed(1)}</span>
          <span className="grid gap-1 text-small text-ink-soft">
            <Stars rating={rating.average} className="h-5 w-25" />
            <span>of 5, {reviewCount(rating.count)}</span>
          </span>
        </p>
      )}
    </div>
  );
}
