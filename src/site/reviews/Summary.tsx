import { STAR } from '#look/shapes.ts';
import { type Rating, reviewCount } from '#site/product-data/counts.ts';

const FIVE = [0, 1, 2, 3, 4].map((star) => STAR.replace('M12', `M${12 + star * 24}`)).join('');

/** Five stars, filled from the left, in fractions too. They need a text equivalent beside them. */
export function Stars({ rating, className = 'h-4 w-20' }: { rating: number; className?: string }) {
  return (
    <svg viewBox="0 0 120 24" className={`shrink-0 text-amber ${className}`} aria-hidden="true">
      <path d={FIVE} className="fill-none stroke-current" />
      <svg width={24 * rating} height="24" aria-hidden="true" className="overflow-hidden">
        <path d={FIVE} className="fill-current" />
      </svg>
    </svg>
  );
}

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
