/** What the merchant may do to a review: nobody sees a hidden one, and it does not count. */
export const MODERATIONS = ['hide', 'show', 'delete'] as const;
export type Moderation = (typeof MODERATIONS)[number];
