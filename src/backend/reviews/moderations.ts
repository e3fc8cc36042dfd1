/**
 * What the merchant may do to a review: nobody sees a hidden one, and it does not count; one that is kept has been looked at and
 * stays as it is.
 */
export const MODERATIONS = ['hide', 'show', 'delete', 'keep'] as const;
export type Moderation = (typeof MODERATIONS)[number];

/** Which reviews the merchant lists: those that nobody has looked at since they were written, all, or the hidden ones. */
export const REVIEW_VIEWS = ['to-look-at', 'all', 'hidden'] as const;
export type ReviewView = (typeof REVIEW_VIEWS)[number];

/** The most characters of the reason for hiding a review. */
export const LONGEST_REASON = 300;
