import type { CallError } from '#site/client/errors.ts';

/** What is wrong with a review, at its field. */
export interface Faults {
  rating?: string | undefined;
  comment?: string | undefined;
}

/** What a review lacks (spec §5); null when it can be sent. `comment`: trimmed. */
export function faultsOf(rating: number, comment: string): Faults | null {
  if (rating > 0 && comment !== '') return null;
  return {
    rating: rating > 0 ? undefined : 'Choose from 1 to 5 stars.',
    comment: comment === '' ? 'Write a few words.' : undefined,
  };
}

/** What the server said of the fields. */
export function serverFaults({ body }: CallError): Faults {
  return { rating: body?.fields?.rating, comment: body?.fields?.comment };
}

/** What she can do about a review that was not taken, beside the toast. */
export function advice({ kind, body }: CallError): string {
  if (kind === 'FETCH_ERROR' || kind === 'TIMEOUT_ERROR') {
    return 'The shop could not be reached. What you wrote is kept: check your connection, then press again.';
  }
  if (kind === 429) {
    const minutes = Math.ceil((body?.retryAfter ?? 0) / 60);
    const when =
      minutes > 0 ? `in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}` : 'a little later';
    return `You have sent many reviews in a short time. What you wrote is kept: press again ${when}.`;
  }
  if (kind === 404) return 'This fragrance is no longer in the shop, so it takes no reviews.';
  if (body?.code === 'validation_failed') return 'Please look at the marked fields.';
  return 'What you wrote is kept: press again in a moment.';
}
