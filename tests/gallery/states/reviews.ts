import { oneReview } from '../data/people.ts';
import { fewLeft, oudWood, soldOut } from '../data/products.ts';
import type { Screen, State, Step } from '../state.ts';
import { signedIn } from './kept.ts';

const open: Step = { press: '.product-rating [data-open="reviews-panel"]' };
const write: Step = { press: ['#reviews-panel .button-quiet', 'Write a Review'] };

const dialog = (name: string, state: Partial<State> & Pick<State, 'shows'>): State => ({
  name: `reviews-${name}`,
  route: `/products/${oudWood.id}`,
  part: 'screen',
  ...state,
  steps: [open, ...(state.steps ?? [])],
});

export const reviews: Screen = {
  name: 'reviews',
  title: 'Reviews & Ratings',
  states: [
    dialog('loading', {
      api: { reviews: 'waits', product: 'waits' },
      steps: [{ see: ['#reviews-panel', 'Write a Review'] }],
      shows: '#reviews-panel .skeleton',
    }),
    dialog('empty', {
      route: `/products/${soldOut.id}`,
      api: {
        reviews: { body: [] },
        product: {
          body: { product: { ...soldOut, ratings: 0, numReviews: 0 }, relatedProducts: [] },
        },
      },
      shows: ['#reviews-panel', 'No reviews'],
    }),
    dialog('error', { cut: true, shows: ['#reviews-panel', 'Try again'] }),
    dialog('one', {
      route: `/products/${fewLeft.id}`,
      api: { reviews: { body: oneReview } },
      shows: ['#reviews-panel', 'Bought here'],
    }),
    dialog('many', { shows: ['#reviews-panel h3', 'Oluwaseunfunmilayo'] }),
    dialog('guest', {
      steps: [write],
      shows: ['#reviews-panel', 'Please log in to write a review.'],
    }),
    dialog('form', {
      local: () => signedIn,
      steps: [write],
      shows: '#reviews-panel textarea',
    }),
    dialog('form-errors', {
      local: () => signedIn,
      api: { reviews: { body: oneReview } },
      steps: [write, { press: ['#reviews-panel form button[type="submit"]', ''] }],
      shows: '#reviews-panel .field-error',
    }),
    dialog('form-failed', {
      local: () => signedIn,
      api: { reviews: { body: oneReview }, writeReview: 'cut' },
      steps: [
        write,
        { press: '#reviews-panel input[value="4"]' },
        { type: 'Warm, and stays close.', into: '#reviews-panel textarea' },
        { press: '#reviews-panel form button[type="submit"]' },
      ],
      shows: ['.toast', 'Failed to submit review. Please try again.'],
    }),
    dialog('delete-own', {
      local: () => signedIn,
      steps: [{ press: ['#reviews-panel button', 'Delete your review'] }],
      shows: ['#reviews-panel', 'It cannot be brought back.'],
    }),
  ],
};
