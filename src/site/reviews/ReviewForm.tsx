import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Review } from '#contract/review.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { COMMENT_LIMIT, dropReviewDraft, keepReviewDraft, keptReviewDraft } from './draft-store.ts';
import { RatingField } from './RatingField.tsx';
import { type Faults, faultsOf } from './submission.ts';
import { REVIEW_INCOMPLETE } from './texts.ts';
import { useSend } from './use-send.ts';

interface Props {
  /** Id of the product. */
  product: string;
  /** Id of who writes. */
  user: string;
  /** What she wrote before, if that is known. */
  own: Review | undefined;
  /** It was sent, or given up. */
  onEnd: () => void;
}

const RATING = '[name=rating]';

/** Stars and words about a fragrance. What is typed is kept until it is sent or given up. */
export function ReviewForm({ product, user, own, onEnd }: Props) {
  const [draft] = useState(() => keptReviewDraft(product, user));
  const restored = draft !== null && (draft.rating > 0 || draft.comment !== '');
  const [rating, setRating] = useState(draft?.rating ?? 0);
  const [faults, setFaults] = useState<Faults>({});
  const [full, setFull] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  /** Her own words are in the fields: nothing may be put over them. */
  const touched = useRef(restored);

  /** The field to go to once what is wrong with it stands there. */
  const wanted = useRef('');
  const showFaults = (found: Faults) => {
    setFaults(found);
    wanted.current = found.rating ? RATING : found.comment ? 'textarea' : '';
  };
  useLayoutEffect(() => {
    if (wanted.current) form.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = '';
  });
  useLayoutEffect(() => {
    // The button that opened the form has gone with the focus.
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>(RATING)?.focus();
  }, []);

  useEffect(() => {
    if (!own || touched.current || !text.current) return;
    setRating(own.rating);
    text.current.value = own.comment;
  }, [own]);

  const { pending, message, send } = useSend(showFaults);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Clear of the toast that says the same.
    if (message) foot.current?.scrollIntoView({ block: 'center' });
  }, [message]);
  const comment = () => text.current?.value ?? '';
  const keep = (stars: number) => {
    touched.current = true;
    keepReviewDraft(product, { author: user, rating: stars, comment: comment() });
  };
  const end = () => {
    dropReviewDraft(product);
    onEnd();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (pending) return;
    const body = { rating, comment: comment().trim() };
    const found = faultsOf(body.rating, body.comment);
    showFaults(found ?? {});
    if (found) toast(REVIEW_INCOMPLETE);
    else if (await send(body)) end();
  };

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="write-title"
      className="panel mb-8 grid gap-5"
    >
      <h3 id="write-title" className="panel-title">
        Write a Review
      </h3>
      {own && (
        <p className="notice">
          You reviewed this fragrance on {lagosDate(own.createdAt)}. What you send now replaces that
          review.
        </p>
      )}
      {restored && <p className="notice notice-good">What you had begun to write is still here.</p>}
      <RatingField
        rating={rating}
        error={faults.rating}
        onChange={(stars) => {
          if (pending) return;
          setRating(stars);
          setFaults({ ...faults, rating: undefined });
          keep(stars);
        }}
      />
      <div className="field">
        <label htmlFor="comment" className="text-small tracking-[0] text-ink normal-case">
          Your comment
        </label>
        <textarea
          ref={text}
          id="comment"
          name="comment"
          rows={5}
          maxLength={COMMENT_LIMIT}
          required
          readOnly={pending}
          dir="auto"
          defaultValue={draft?.comment}
          aria-invalid={faults.comment ? true : undefined}
          aria-describedby="comment-note"
          className="input min-h-36 resize-y leading-normal"
          onChange={() => {
            keep(rating);
            setFull(comment().length >= COMMENT_LIMIT);
            if (faults.comment && comment().trim()) setFaults({ ...faults, comment: undefined });
          }}
        />
        <div id="comment-note" aria-live="polite" className="empty:hidden">
          {faults.comment && <p className="field-error">{faults.comment}</p>}
          {full && (
            <p className="field-hint">
              That is all there is room for: {COMMENT_LIMIT.toLocaleString('en-US')} characters.
            </p>
          )}
        </div>
      </div>
      <p className="field-hint">Your full name will stand beside it, for everyone to see.</p>
      <div role="alert" className="empty:hidden">
        {message && <p className="notice notice-error">{message}</p>}
      </div>
      <div ref={foot} className="flex flex-wrap gap-3">
        <button type="submit" className="button" aria-disabled={pending}>
          {pending ? 'Submitting...' : 'Submit Review'}
        </button>
        <button
          type="button"
          className="button-quiet"
          aria-disabled={pending}
          onClick={() => !pending && end()}
        >
          Cancel
        </button>
      </div>
    </form>
  );
}
