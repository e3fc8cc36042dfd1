import { type Endpoint, get, post } from './endpoint.ts';
import { readReviews } from './reading/review.ts';
import * as review from './review.ts';
import { messageAnswer } from './values.ts';

/** The calls of reviews, in a separate file so that an island bundles no other schema. */
export const reviewCalls = {
  reviews: {
    ...get('/api/review/{id}', 'The reviews of a product', {
      params: review.reviewParams,
      response: review.reviewList,
      read: readReviews,
    }),
    auth: 'optional',
  },
  writeReview: {
    ...post('/api/review/{id}', 'Write a review of a product', {
      params: review.reviewParams,
      body: review.reviewBody,
      response: review.review,
      unread: true,
    }),
    auth: 'required',
  },
  deleteReview: {
    method: 'DELETE',
    path: '/api/review/{id}',
    summary: 'Delete one of the customer’s own reviews',
    auth: 'required',
    params: review.reviewParams,
    response: messageAnswer,
    unread: true,
  },
} as const satisfies Record<string, Endpoint>;
