import type { Heading, Meaning } from '#backend/products/moving-in/formats/format.ts';

/** What an export says of a review. */
export type ReviewField =
  | 'id'
  | 'handle'
  | 'product'
  | 'rating'
  | 'title'
  | 'text'
  | 'author'
  | 'date';

/** The reviews export of a program, as data. */
export interface ReviewFormat {
  /** The program's name, which is kept with its reviews. */
  name: string;
  /** Headings that only this program writes together. */
  marks: readonly Heading[];
  /** `handle` is the last part of a product's address, `product` its name. Of several columns the first filled one counts. */
  columns: Readonly<Partial<Record<ReviewField, Heading | readonly Heading[]>>>;
  /** Rows that are no reviews to show, by a word in a cell: the rest of a sentence that begins with 'is'. */
  leftOut: readonly Meaning<string>[];
}

const UNPUBLISHED = 'not published there';

/** WooCommerce: reviews are comments of WordPress, which plug-ins export by the names of its tables. */
const woocommerce: ReviewFormat = {
  name: 'WooCommerce',
  marks: ['comment_content', 'comment_author', 'rating'],
  columns: {
    id: 'comment_ID',
    // The shop has no SKU of its own, but perhaps an id that was one.
    handle: [/^(?:product_slug|post_name)$/i, 'product_SKU'],
    product: [/^(?:product|post)_(?:title|name)$/i],
    rating: 'rating',
    title: ['title', 'review_title'],
    text: 'comment_content',
    author: 'comment_author',
    date: ['comment_date_gmt', 'comment_date'],
  },
  leftOut: [
    {
      column: 'comment_approved',
      values: { 0: UNPUBLISHED, hold: UNPUBLISHED, spam: 'spam', trash: 'deleted there' },
    },
  ],
};

/** Judge.me: Reviews, Export. */
const judgeMe: ReviewFormat = {
  name: 'Judge.me',
  marks: ['reviewer_name', 'product_handle', 'review_date'],
  columns: {
    id: ['review_id', 'id'],
    handle: 'product_handle',
    product: ['product_title', 'product_name'],
    rating: 'rating',
    title: 'title',
    text: 'body',
    author: 'reviewer_name',
    date: 'review_date',
  },
  leftOut: [
    { column: 'curated', values: { spam: 'spam', 'not-yet': UNPUBLISHED } },
    { column: 'hidden', values: { true: UNPUBLISHED } },
  ],
};

/** Loox, and Shopify's own Product Reviews, whose headings are almost the same. */
const loox: ReviewFormat = {
  name: 'Loox',
  marks: [/^(?:product_)?handle$/i, 'author', 'body', 'rating'],
  columns: {
    id: ['review_id', 'id'],
    handle: [/^(?:product_)?handle$/i],
    product: ['product_title', 'product_name'],
    rating: 'rating',
    title: 'title',
    text: 'body',
    author: ['nickname', 'author'],
    date: ['created_at', 'date'],
  },
  leftOut: [
    {
      column: 'status',
      values: { unpublished: UNPUBLISHED, pending: UNPUBLISHED, hidden: UNPUBLISHED, spam: 'spam' },
    },
    { column: 'state', values: { unpublished: UNPUBLISHED, spam: 'spam', flagged: UNPUBLISHED } },
  ],
};

/** The exports that are recognised by their headings. */
export const REVIEW_FORMATS: readonly ReviewFormat[] = [woocommerce, judgeMe, loox];
