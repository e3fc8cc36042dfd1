import { STAR } from '#look/shapes.ts';

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
