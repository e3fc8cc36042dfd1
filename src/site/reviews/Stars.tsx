const ONE = 'l2.8 6 6.5.7-4.9 4.4 1.4 6.4-5.8-3.3-5.8 3.3 1.4-6.4-4.9-4.4 6.5-.7z';
const FIVE = [0, 1, 2, 3, 4].map((star) => `M${12 + star * 24} 3${ONE}`).join('');

/** One star, for the form. */
export const STAR = `M12 3${ONE}`;

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
