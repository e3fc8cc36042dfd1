import { readReviews } from '#contract/reading/review.ts';
import { checkNeedsToken } from './accounts.ts';
import { type Asker, anything, ask, send } from './ask.ts';

const READ = 'GET /api/review/{productId}';
const WRITE = 'POST /api/review/{productId}';
const DELETE = 'DELETE /api/review/{id}';
const BODY = { rating: 4, comment: 'A conformance check. It is deleted at once.' };

const pathOf = (id: string) => `/api/review/${encodeURIComponent(id)}`;

const read = (asker: Asker, product: string, token?: string) =>
  ask(asker, READ, pathOf(product), readReviews, { token });

export async function checkReviews(
  asker: Asker,
  product: string,
  token: string | undefined,
): Promise<void> {
  const guest = await send(asker, READ, pathOf(product));
  if (guest?.status !== 401) {
    if (guest) await read(asker, product);
    return;
  }
  const remedy = 'Guests see no reviews. Answer without a token, too (spec §6).';
  asker.findings.adapted(READ, 'authorization', '401 without a token', 'the reviews', remedy);
  if (token !== undefined) await read(asker, product, token);
}

/** Writes a review of a product, finds it in the list, and deletes it. */
export async function checkOwnReview(asker: Asker, product: string, token: string): Promise<void> {
  const { findings } = asker;
  const path = pathOf(product);
  await checkNeedsToken(asker, WRITE, path, BODY);
  const written = await ask(asker, WRITE, path, anything, { token, body: BODY });
  if (written === undefined) return;
  const own = (await read(asker, product, token))?.find(({ comment }) => comment === BODY.comment);
  if (!own) {
    findings.broken(
      WRITE,
      'comment',
      'no such review in the list',
      'the new review',
      'Show a review once it is written.',
    );
    return;
  }
  const place = pathOf(own._id);
  await checkNeedsToken(asker, DELETE, place);
  await ask(asker, DELETE, place, anything, { token });
  const left = await read(asker, product, token);
  if (left?.some(({ _id }) => _id === own._id)) {
    findings.broken(
      DELETE,
      'status',
      'the review is still there',
      'no such review',
      'Delete the review.',
    );
  }
}
