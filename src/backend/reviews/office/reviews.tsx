/** @jsxImportSource hono/jsx */

import { refuse } from '#backend/base/result.ts';
import { Button, Field, Form } from '#backend/office/frame/Form.tsx';
import type { FormRequest, PageRequest } from '#backend/office/frame/page-request.ts';
import { Badge, Time } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo, type Outcome } from '#backend/office/frame/routes.ts';
import { productPage } from '#backend/products/office/addresses.ts';
import {
  countReviews,
  countToLookAt,
  type ListedReview,
  reviewPage,
} from '#backend/reviews/list.ts';
import { moderateReview } from '#backend/reviews/moderation.ts';
import {
  LONGEST_REASON,
  MODERATIONS,
  type Moderation,
  REVIEW_VIEWS,
  type ReviewView,
} from '#backend/reviews/moderations.ts';
import { may } from '#backend/staff/actor.ts';

const REVIEWS = '/admin/reviews';

const VIEWS: Record<ReviewView, string> = {
  'to-look-at': 'To check',
  all: 'All',
  hidden: 'Hidden',
};
const EMPTY: Record<ReviewView, string> = {
  'to-look-at': 'You have checked every review.',
  all: 'Nobody has written a review yet.',
  hidden: 'No review is hidden.',
};

/** Returns the view in the list's address. */
function readQuery(request: PageRequest) {
  const query = request.returned ? queryOf(request.returned.fields.get('back')) : request.query;
  const view = REVIEW_VIEWS.find((known) => known === query.get('view')) ?? 'to-look-at';
  return { view, productId: query.get('product'), after: query.get('after') ?? undefined };
}

/** Returns the query for a refused form, which is shown in the list that it was in. */
const queryOf = (back: unknown) =>
  new URLSearchParams(typeof back === 'string' ? back.slice(REVIEWS.length) : '');

function listPath(view: ReviewView, productId: string | null, after?: string): string {
  const query = new URLSearchParams({
    ...(view === 'to-look-at' ? {} : { view }),
    ...(productId === null ? {} : { product: productId }),
    ...(after === undefined ? {} : { after }),
  });
  return query.size > 0 ? `${REVIEWS}?${query}` : REVIEWS;
}

/** The reviews by customers, newest first. */
export const reviewsPage = definePage({
  path: REVIEWS,
  role: 'packer',
  async view(request) {
    const { view, productId, after } = readQuery(request);
    const filter = { view, productId, after };
    const [{ reviews, next }, total, waiting] = await Promise.all([
      reviewPage(request.db, filter),
      countReviews(request.db, filter),
      countToLookAt(request.db),
    ]);
    return {
      title: 'Reviews',
      body: (
        <>
          <nav class="views" aria-label="Which reviews">
            <ul>
              {REVIEW_VIEWS.map((each) => (
                <li>
                  <a
                    href={listPath(each, productId)}
                    aria-current={each === view ? 'true' : undefined}
                  >
                    {VIEWS[each]}
                    {each === 'to-look-at' && waiting > 0 && ` (${waiting.toLocaleString('en')})`}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {request.returned && !reviews.some(({ id }) => request.returned?.action.includes(id)) && (
            <div class="errors" role="alert">
              <p>{request.returned.refusal.message}</p>
            </div>
          )}
          {productId !== null && (
            <p>
              Only those of <a href={productPage(productId)}>{reviews[0]?.product ?? productId}</a>.{' '}
              <a href={listPath(view, null)}>Those of all products</a>
            </p>
          )}
          {total > 0 && <p>{total === 1 ? '1 review' : `${total.toLocaleString('en')} reviews`}</p>}
          {reviews.length === 0 ? (
            <p class="empty">{after ? 'There are no older ones.' : EMPTY[view]}</p>
          ) : (
            <ol class="reviews">
              {reviews.map((review) => (
                <li>
                  <Review request={request} review={review} />
                </li>
              ))}
            </ol>
          )}
          {(next !== null || after !== undefined) && (
            <nav class="pager" aria-label="Pages">
              {after === undefined ? <span></span> : <a href={listPath(view, productId)}>Newest</a>}
              {next === null ? <span></span> : <a href={listPath(view, productId, next)}>Older</a>}
            </nav>
          )}
        </>
      ),
    };
  },
});

function Review({ request, review }: { request: PageRequest; review: ListedReview }) {
  const { id, product, productId, author, rating, comment, createdAt, hiddenAt } = review;
  return (
    <article>
      <h2>
        <a href={productPage(productId)}>{product}</a>
      </h2>
      <p class="soft">
        <span class="stars" aria-hidden="true">
          {'★'.repeat(rating)}
          {'☆'.repeat(5 - rating)}
        </span>
        <span class="visually-hidden">{rating} of 5</span> {author}, <Time at={createdAt} />{' '}
        {review.previousShop && 'from the previous shop '}
        {hiddenAt && <Badge tone="warn">hidden</Badge>}
      </p>
      <p class="comment">{comment}</p>
      {hiddenAt && (
        <p class="soft">
          Hidden since <Time at={hiddenAt} />
          {review.hiddenReason && `: ${review.hiddenReason}`}
        </p>
      )}
      {may(request.actor.role, 'owner') && (
        <ReviewActions request={request} review={review} key={id} />
      )}
    </article>
  );
}

/** An owner's actions on a review. Rarer ones are folded away. */
function ReviewActions({
  request,
  review,
}: {
  request: PageRequest;
  review: ListedReview;
  key: string;
}) {
  const { id, hiddenAt, toLookAt } = review;
  const form = request.form(`${REVIEWS}/${id}`);
  const back = <input type="hidden" name="back" value={backOf(request)} />;
  return (
    <div class="review-actions">
      {toLookAt && (
        <Form form={request.form(`${REVIEWS}/${id}/keep`)} class="">
          {back}
          <Button kind="quiet">Keep this review</Button>
        </Form>
      )}
      <details open={form.refusal !== null}>
        <summary>{hiddenAt ? 'Show or delete' : 'Hide or delete'}</summary>
        <Form form={form}>
          {back}
          {!hiddenAt && (
            <Field
              form={form}
              name="reason"
              label="Reason (internal)"
              maxlength={LONGEST_REASON}
              hint="Customers do not see it."
            />
          )}
          <div class="buttons">
            {hiddenAt ? (
              <Button kind="quiet" name="what" value="show">
                Show it again
              </Button>
            ) : (
              <Button kind="quiet" name="what" value="hide">
                Hide it
              </Button>
            )}
            <Button kind="danger" name="what" value="delete">
              Delete it for good
            </Button>
          </div>
        </Form>
      </details>
    </div>
  );
}

/** Returns the address of the list, without the result of an earlier form. */
const backOf = (request: PageRequest): string => {
  const { view, productId, after } = readQuery(request);
  return listPath(view, productId, after);
};

const DONE = {
  hide: 'The review is hidden, and does not count any more. The pages follow in seconds.',
  show: 'The review is shown again, and counts. The pages follow in seconds.',
  delete: 'The review is deleted. The pages follow in seconds.',
  keep: 'Checked: the review stays.',
} as const;
const BEFORE = {
  hide: 'The review was hidden already.',
  show: 'The review was shown already.',
  delete: 'The review was deleted already.',
  keep: 'Somebody had checked the review already.',
} as const;

async function moderate(request: FormRequest, what: Moderation): Promise<Outcome> {
  const outcome = await moderateReview(request.db, request.param('id'), {
    what,
    actor: request.actor,
    reason: request.text('reason'),
  });
  if (!outcome.ok) return outcome;
  const back = request.text('back');
  const location = back.startsWith(`${REVIEWS}?`) ? back : REVIEWS;
  return leadTo(location, outcome.value === 'done' ? DONE[what] : BEFORE[what]);
}

/** Hides, shows or deletes a review. */
export const moderateAction = defineAction({
  path: `${REVIEWS}/:id`,
  role: 'owner',
  page: reviewsPage,
  async perform(request) {
    const what = MODERATIONS.find((known) => known === request.text('what'));
    if (what) return moderate(request, what);
    return refuse('invalid', 'Press one of the buttons.');
  },
});

/** Records that somebody has read a review, and that it stays. */
export const keepAction = defineAction({
  path: `${REVIEWS}/:id/keep`,
  role: 'owner',
  page: reviewsPage,
  perform: (request) => moderate(request, 'keep'),
});
