import type { Review } from '#contract/review.ts';
import { note, type Reader } from './reader.ts';
import { isRecord } from './record.ts';
import { inEnvelope, number, orElse, rows, shape, text, textOrEmpty, time } from './values.ts';

/** Reads the author: an object, its id alone, or nobody any more. */
const author: Reader<{ _id: string }> = (value, at) => {
  if (typeof value === 'string') return { _id: note(value, at, 'an object with _id', value) };
  if (!isRecord(value)) return note(value, at, 'an object with _id', { _id: '' });
  return shape({ _id: orElse(textOrEmpty(200), '') }, { _id: ['id'] })(value, at);
};

/** Reads stars. The scale has whole ones (spec §9). */
const rating: Reader<number> = (value, at) => {
  const stars = number(1, 5)(value, at);
  return Number.isInteger(stars) ? stars : note(value, at, '1, 2, 3, 4 or 5', Math.round(stars));
};

const fields = shape(
  {
    _id: text(200),
    userName: orElse(text(200), ''),
    rating,
    comment: orElse(textOrEmpty(10_000), ''),
    createdAt: time,
    user: author,
    boughtHere: (value): boolean | undefined => value === true || undefined,
    previousShop: (value): boolean | undefined => value === true || undefined,
  },
  { _id: ['id'], userName: ['fullName', 'name'] },
);

const review: Reader<Review> = (value, at) => {
  const user = isRecord(value) && isRecord(value.user) ? value.user : {};
  const userName = user.fullName ?? user.name;
  const named = isRecord(value) && !value.userName && userName ? { ...value, userName } : value;
  return fields(named, at);
};

/** Reads the answer of GET /api/review/{productId}. */
export const readReviews: Reader<Review[]> = inEnvelope(
  ['', 'reviews', 'data.reviews', 'data'],
  Array.isArray,
  rows(review),
);
