import { Hono } from 'hono';
import { accountOf, tokenOf } from './accounts.ts';
import { newId, type Review, type State } from './state.ts';

/** Returns a review as answered (spec §3). */
const shown = ({ productId, ...review }: Review) => review;

/** The calls of reviews. */
export function reviews(state: State): Hono {
  const app = new Hono();
  app.get('/api/review/:productId', (c) =>
    c.json(
      state.reviews
        .filter(({ productId }) => productId === c.req.param('productId'))
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map(shown),
    ),
  );
  app.post('/api/review/:productId', async (c) => {
    const productId = c.req.param('productId');
    const { rating, comment } = await c.req.json();
    if (!state.product(productId)) return c.json({ message: 'Product not found' }, 404);
    if (!Number.isInteger(rating) || rating < 1 || rating > 5 || !comment) {
      return c.json({ message: 'Rating and comment are required' }, 400);
    }
    const account = accountOf(state, tokenOf(c.req.header('authorization')));
    // A customer has one review of a product.
    const earlier = (each: Review) =>
      account && each.productId === productId && each.user._id === account.id;
    state.reviews = state.reviews.filter((each) => !earlier(each));
    state.reviews.push({
      _id: newId(),
      productId,
      userName: account?.fullName ?? 'Anonymous',
      rating,
      comment,
      createdAt: new Date().toISOString(),
      user: { _id: account?.id ?? newId() },
    });
    state.rate(productId);
    return c.json({ message: 'Review added' }, 201);
  });
  app.delete('/api/review/:id', (c) => {
    const review = state.reviews.find(({ _id }) => _id === c.req.param('id'));
    if (!review) return c.json({ message: 'Review not found' }, 404);
    const account = accountOf(state, tokenOf(c.req.header('authorization')));
    if (account && review.user._id !== account.id) {
      return c.json({ message: 'This is not your review' }, 403);
    }
    state.reviews = state.reviews.filter((each) => each !== review);
    state.rate(review.productId);
    return c.json({ message: 'Review deleted' });
  });
  return app;
}
