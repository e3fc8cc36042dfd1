import { readReviews } from '#contract/reading/review.ts';
import { checkNeedsToken } from './accounts.ts';
import { type Asker, anything, ask } from './ask.ts';

const READ = 'GET /api/review/{productId}';
const WRITE = 'POST /api/review/{productId}';
const DELETE = 'DELETE /api/review/{id}';
const BODY = { rating: 4, comment: 'A conformance check. It is deleted at once.' };

const read = (asker: Asker, product: string) =>
  ask(asker, READ, `/api/review/${encodeURIComponent(product)}`, readReviews);

/** Checks that a product's reviews can be read. */
export const checkReviews = (asker: Asker, product: string): Promise<unknown> =>
  read(asker, product);

/** Writes a review of a product, finds it in the list, and deletes it. */
export async function checkOwnReview(asker: Asker, product: string, token: string): Promise<void> {
  const { findings } = asker;
  const path = `/api/review/${encodeURIComponent(product)}`;
  await checkNeedsToken(asker, WRITE, path, BODY);
  const written = await ask(asker, WRITE, path, anything, { token, body: BODY });
  if (written === undefined) return;
  const own = (await read(asker, product))?.find(({ comment }) => comment === BODY.comment);
  if (!own) {
    findings.broken(WRITE, 'comment', 'no such review in the list', 'the new review', 'Show a review once it is written.');
    return;
  }
  const place = `/api/review/${encodeURIComponent(own._id)}`;
  await checkNeedsToken(asker, DELETE, place);
  await ask(asker, DELETE, place, anything, { token });
  const left = await read(asker, product);
  if (left?.some(({ _id }) => _id === own._id)) {
    findings.broken(DELETE, 'status', 'the review is still there', 'no such review', 'Delete the review.');
  }
}
