import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import { island } from '#site/lazy/island.tsx';
import { $panel } from '#site/panels/panel-store.ts';
import { showPageRating } from '#site/product/page-rating.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { $session } from '#site/session/session-store.ts';
import { keepReviewWish, keptReviewDraft } from './draft-store.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewList, useRefocus } from './ReviewList.tsx';
import { $reviews, wantReviews } from './reviews-store.ts';
import { Summary } from './Summary.tsx';
import { LOG_IN_TO_REVIEW } from './texts.ts';

const PANEL = 'reviews-panel';
const HASH = '#reviews';

const pageArticle = () => document.querySelector<HTMLElement>('.product[data-product]');

/** The contents of the dialog 'Reviews & Ratings' (spec §2). The dialog opens without this script. */
function Reviews() {
  const [product] = useState(() => productIn(pageArticle()));
  const id = product?.id ?? '';
  const open = useStore($panel) === PANEL;
  const { list, rating, asking } = useStore($reviews);
  const user = useStore($session)?.user.id ?? '';
  // A draft survives an expired session and a reload.
  const [writing, setWriting] = useState(() => user !== '' && keptReviewDraft(id, user) !== null);
  const form = writing && user !== '';
  const own = list?.find((review) => user !== '' && review.user._id === user);

  const button = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const fallback = () => button.current ?? title.current;
  useRefocus(form, fallback);
  useRefocus(own !== undefined, fallback);

  useEffect(() => {
    if (open) wantReviews(id);
  }, [open, id]);

  useEffect(() => {
    if (!open) return;
    // If the session ends here, /login returns to this address, and so to this dialog.
    history.replaceState(history.state, '', HASH);
    return () => {
      if (location.hash === HASH)
        history.replaceState(history.state, '', location.pathname + location.search);
      // A dialog opened by its address has no opener to return the focus to.
      if (document.activeElement?.matches(`body, #${PANEL} *`))
        document.querySelector<HTMLElement>(`[data-open="${PANEL}"]`)?.focus();
    };
  }, [open]);

  useEffect(() => {
    const article = pageArticle();
    if (article && rating) showPageRating(article, rating);
  }, [rating]);

  const write = () => {
    if (!user) keepReviewWish(id);
    setWriting(true);
  };

  return (
    <div className="flex flex-col tall:h-full tall:min-h-0">
      <div className="panel-head">
        <h2
          ref={title}
          id={`${PANEL}-title`}
          className="panel-title"
          tabIndex={-1}
          data-focus-fallback
        >
          Reviews &amp; Ratings
        </h2>
      </div>
      {/* `relative`: visually hidden text must scroll with its place, or the dialog itself scrolls. */}
      <div className="relative px-5 pb-10 tall:min-h-0 tall:flex-1 tall:overflow-y-auto tall:overscroll-contain">
        <div className="flex min-h-27 flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
          <Summary rating={rating} waiting={asking} />
          {!form && (
            <button ref={button} type="button" className="button-quiet px-4" onClick={write}>
              Write a Review
            </button>
          )}
          <div role="status" className="w-full empty:hidden">
            {writing && !user && (
              <p className="notice">
                {LOG_IN_TO_REVIEW}{' '}
                <a className="link" href={paths.loginThen(paths.product(id) + HASH)}>
                  Log in
                </a>
              </p>
            )}
          </div>
        </div>
        {form && (
          <ReviewForm
            key={user}
            product={id}
            user={user}
            own={own}
            onEnd={() => setWriting(false)}
          />
        )}
        <ReviewList name={product?.name ?? ''} user={user} fallback={fallback} />
      </div>
    </div>
  );
}

export default island(Reviews);
