import type { Call } from '../calls.ts';
import { firstRow, having, under, without } from '../edits.ts';
import type { Quirk } from './quirk.ts';

const REVIEWS: Call = 'GET /api/review/{productId}';

/** What the reviews of a product read. */
export const REVIEW_QUIRKS: readonly Quirk[] = [
  {
    name: 'reviews insist on a token',
    call: REVIEWS,
    visit: 'reviews',
    rules: { tokens: { [REVIEWS]: 'required' } },
  },
  { name: 'reviews in reviews', call: REVIEWS, visit: 'reviews', apply: under('reviews') },
  { name: 'reviews in data', call: REVIEWS, visit: 'reviews', apply: under('data') },
  {
    name: 'one rating of 4.5',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(having('rating', 4.5)),
  },
  {
    name: 'one review whose user is null',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(having('user', null)),
  },
  {
    name: 'one review without a name',
    call: REVIEWS,
    visit: 'reviews',
    apply: firstRow(without('userName')),
  },
];
