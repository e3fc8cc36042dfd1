import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to reviews. */
export const REVIEW_STRINGS: SpecString[] = [
  [
    'Reviews & Ratings',
    '§2',
    'e2e/changing/reviews-reading.spec.ts',
    'three rows wait; then authors, stars, words and dates, and the rating here and on the page',
  ],
  [
    'Write a Review',
    '§2',
    'e2e/changing/reviews-writing.spec.ts',
    'written, replaced, deleted: list, rating and count follow, here and on the page',
  ],
  [
    'Cancel',
    '§2',
    'e2e/changing/reviews-writing.spec.ts',
    'what is missing is said, with nothing sent; Cancel forgets what was typed',
  ],
  [
    'Please provide both rating and comment.',
    '§5',
    'e2e/changing/reviews-writing.spec.ts',
    'what is missing is said, with nothing sent; Cancel forgets what was typed',
  ],
  [
    'Error',
    '§5',
    'e2e/changing/reviews-writing.spec.ts',
    'what is missing is said, with nothing sent; Cancel forgets what was typed',
  ],
  [
    'Please log in to write a review.',
    '§6',
    'e2e/changing/reviews-reading.spec.ts',
    'a visitor reads, and is asked to log in before writing',
  ],
  [
    'Failed to submit review. Please try again.',
    '§8',
    'e2e/changing/reviews-refused.spec.ts',
    'a failure is said, and nothing typed is lost',
  ],
  [
    'Failed to delete review. Please try again.',
    '§8',
    'e2e/changing/reviews-refused.spec.ts',
    'a failure is said, and nothing typed is lost',
  ],
  [
    'Review Submitted',
    '§8',
    'e2e/changing/reviews-writing.spec.ts',
    'written, replaced, deleted: list, rating and count follow, here and on the page',
  ],
  [
    'Thank you for your review!',
    '§8',
    'e2e/changing/reviews-writing.spec.ts',
    'written, replaced, deleted: list, rating and count follow, here and on the page',
  ],
  [
    'Review Deleted',
    '§8',
    'e2e/changing/reviews-writing.spec.ts',
    'written, replaced, deleted: list, rating and count follow, here and on the page',
  ],
  [
    'Your review has been deleted successfully.',
    '§8',
    'e2e/changing/reviews-writing.spec.ts',
    'written, replaced, deleted: list, rating and count follow, here and on the page',
  ],
];
