import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Review } from '#contract/review.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { groupDigits } from '#domain/money/digits.ts';
import { TextField } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';
import { $session } from '#site/session/session-store.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { COMMENT_LIMIT, dropReviewDraft, keepReviewDraft, keptReviewDraft } from './draft-store.ts';
import { RatingField } from './RatingField.tsx';
import { writeReview } from './reviews-store.ts';
import { advice, errorsOf, FIELDS, serverErrors } from './submission.ts';
import { REVIEW_INCOMPLETE, REVIEW_NOT_SUBMITTED, REVIEW_SUBMITTED } from './texts.ts';

interface Props {
  product: string;
  /** Id of the customer. */
  user: string;
  /** The customer's published review, if known. */
  own: Review | undefined;
  /** Called when the review is sent or abandoned. */
  onEnd: () => void;
}

/** Stars and a comment about a fragrance. A draft is kept until it is sent or abandoned. */
export function ReviewForm({ product, user, own, onEnd }: Props) {
  const [draft] = useState(() => keptReviewDraft(product, user));
  const restored = draft !== null && (draft.rating > 0 || draft.comment !== '');
  const [rating, setRating] = useState(draft?.rating ?? 0);
  const [full, setFull] = useState(false);
  const text = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  /** The fields hold the customer's own words, which nothing may replace. */
  const touched = useRef(restored);

  const { form, pending, message, setMessage, errors, setErrors, showErrors, run } = useSubmission(
    FIELDS,
    (error) => {
      // A 401 has ended the session, and the browser is on its way to /login.
      if (error.kind === 401 && !$session.get()) return;
      toast(REVIEW_NOT_SUBMITTED);
      setMessage({ kind: 'failed', text: advice(error) });
      showErrors(serverErrors(error));
    },
  );
  useLayoutEffect(() => {
    // The button that opened the form is gone, and the focus with it.
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[name=rating]')?.focus();
  }, [form]);

  useEffect(() => {
    if (!own || touched.current || !text.current) return;
    setRating(own.rating);
    text.current.value = own.comment;
  }, [own]);

  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Keeps the message clear of the toast.
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
  const send = async (body: { rating: number; comment: string }) => {
    await writeReview(body);
    toast(REVIEW_SUBMITTED);
    end();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run(() => {
      const body = { rating, comment: comment().trim() };
      const found = errorsOf(body.rating, body.comment);
      showErrors(found ?? {});
      if (!found) return send(body);
      toast(REVIEW_INCOMPLETE);
      return;
    });
  };

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
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
        error={errors.rating}
        onChange={(stars) => {
          if (pending) return;
          setRating(stars);
          setErrors({ ...errors, rating: undefined });
          keep(stars);
        }}
      />
      <TextField
        label="Your comment"
        name="comment"
        ref={text}
        rows={5}
        maxLength={COMMENT_LIMIT}
        readOnly={pending}
        dir="auto"
        defaultValue={draft?.comment}
        className="input min-h-36 resize-y leading-normal"
        error={errors.comment}
        note={
          full
            ? `That is all there is room for: ${groupDigits(COMMENT_LIMIT)} characters.`
            : undefined
        }
        flow
        onChange={() => {
          keep(rating);
          setFull(comment().length >= COMMENT_LIMIT);
          if (errors.comment && comment().trim()) setErrors({ ...errors, comment: undefined });
        }}
      />
      <p className="field-hint">Your full name will appear beside it, for everyone to see.</p>
      <Messages message={message} />
      <div ref={foot} className="flex flex-wrap gap-3">
        <SubmitButton label="Submit Review" busy="Submitting..." pending={pending} />
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
