import { STAR } from '#look/shapes.ts';

interface Props {
  /** Stars, 1 to 5; 0 while none is chosen. */
  rating: number;
  error: string | undefined;
  onChange: (rating: number) => void;
}

const STARS = [1, 2, 3, 4, 5];
const words = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** One to five stars. They are radio buttons: one Tab stop, chosen by the arrow keys. */
export function RatingField({ rating, error, onChange }: Props) {
  return (
    <div
      role="radiogroup"
      aria-required="true"
      aria-labelledby="rating-label"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? 'rating-error' : undefined}
    >
      <p id="rating-label" className="text-small">
        Your rating
      </p>
      <div className="-ms-2 flex items-center">
        {STARS.map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-control text-edge has-checked:text-amber has-focus-visible:outline-2 has-focus-visible:outline-amber has-[~label_:checked]:text-amber hover:text-amber has-[~label:hover]:text-amber"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={stars === rating}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer outline-none"
            />
            <span className="visually-hidden">{words(stars)}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-7 fill-none stroke-current in-[label:has(:checked)]:fill-current in-[label:has(~label_:checked)]:fill-current"
            >
              <path d={STAR} />
            </svg>
          </label>
        ))}
        <span className="ms-3 text-small text-ink-soft" aria-hidden="true">
          {rating > 0 && `${rating} of 5`}
        </span>
      </div>
      {error && (
        <p id="rating-error" className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
