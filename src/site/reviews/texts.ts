/** Texts of the reviews, as in spec §5, §6 and §8. */
import type { ToastText } from '#site/toasts/toasts-store.ts';

export const REVIEW_INCOMPLETE: ToastText = {
  title: 'Error',
  text: 'Please provide both rating and comment.',
  tone: 'bad',
};
/** The review was sent. */
export const REVIEW_SUBMITTED: ToastText = {
  title: 'Review Submitted',
  text: 'Thank you for your review!',
};
/** Any failure to send it. */
export const REVIEW_NOT_SUBMITTED: ToastText = {
  title: 'Error',
  text: 'Failed to submit review. Please try again.',
  tone: 'bad',
};
export const REVIEW_DELETED: ToastText = {
  title: 'Review Deleted',
  text: 'Your review has been deleted successfully.',
};
export const REVIEW_NOT_DELETED: ToastText = {
  title: 'Error',
  text: 'Failed to delete review. Please try again.',
  tone: 'bad',
};
/** For a guest who wants to write a review (spec §6). */
export const LOG_IN_TO_REVIEW = 'Please log in to write a review.';
