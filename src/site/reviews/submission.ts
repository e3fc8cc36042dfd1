import { type CallError, errorText } from '#site/client/errors.ts';
import { reason } from '#site/client/reason.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';

/** The form's fields, from the top. */
export const FIELDS = ['rating', 'comment'] as const;

type Errors = FieldErrors<(typeof FIELDS)[number]>;

/** Returns what is missing from a review (spec §5); null if it can be sent. `comment`: trimmed. */
export function errorsOf(rating: number, comment: string): Errors | null {
  if (rating > 0 && comment !== '') return null;
  return {
    rating: rating > 0 ? undefined : 'Choose from 1 to 5 stars.',
    comment: comment === '' ? 'Write a few words.' : undefined,
  };
}

export function serverErrors({ body }: CallError): Errors {
  return { rating: body?.fields?.rating, comment: body?.fields?.comment };
}

/** Returns what the customer can do about a refused review. */
export function advice(error: CallError): string {
  const { kind, body } = error;
  if (kind === 'FETCH_ERROR' || kind === 'TIMEOUT_ERROR') {
    return `${reason(kind)} What you wrote is kept: check your connection, then press again.`;
  }
  if (kind === 429) {
    const minutes = Math.ceil((body?.retryAfter ?? 0) / 60);
    const when =
      minutes > 0 ? `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}` : 'a little later';
    return `You have sent many reviews in a short time. What you wrote is kept: press again ${when}.`;
  }
  if (kind === 404) return 'This fragrance is no longer in the shop, so it takes no reviews.';
  if (body?.code === 'validation_failed') return 'Please look at the marked fields.';
  const said = errorText(error, true);
  if (said) return `${said} What you wrote is kept.`;
  return `${reason(kind)} What you wrote is kept: press again in a moment.`;
}
