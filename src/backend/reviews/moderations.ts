/** The merchant's actions on a review. A hidden one is not shown and does not count. A kept one has been read and stays. */
export const MODERATIONS = ['hide', 'show', 'delete', 'keep'] as const;
export type Moderation = (typeof MODERATIONS)[number];

/** The merchant's views of reviews: those not read since they were written, all, or hidden ones. */
export const REVIEW_VIEWS = ['to-look-at', 'all', 'hidden'] as const;
export type ReviewView = (typeof REVIEW_VIEWS)[number];

/** The most characters of the reason for hiding a review. */
export const LONGEST_REASON = 300;
