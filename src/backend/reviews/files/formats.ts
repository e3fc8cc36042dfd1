import type { Heading } from '#backend/products/files/formats/format.ts';

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
  /** `handle` is the last part of a product's address, `product` its name. The first filled one of several columns counts. */
  columns: Readonly<Partial<Record<ReviewField, Heading | readonly Heading[]>>>;
}

/** WooCommerce: reviews are comments of WordPress, which plug-ins export by the names of its tables. */
const woocommerce: ReviewFormat = {
  name: 'WooCommerce',
  marks: ['comment_content', 'comment_author', 'rating'],
  columns: {
    id: 'comment_ID',
    // The shop has no SKU from that program, but perhaps an id that was one.
    handle: ['product_slug | post_name', 'product_SKU'],
    product: /^(?:product|post)_(?:title|name)$/i,
    rating: 'rating',
    title: 'title | review_title',
    text: 'comment_content',
    author: 'comment_author',
    date: ['comment_date_gmt', 'comment_date'],
  },
};

/** Judge.me: Reviews, Export. */
const judgeMe: ReviewFormat = {
  name: 'Judge.me',
  marks: ['reviewer_name', 'product_handle', 'review_date'],
  columns: {
    id: ['review_id', 'id'],
    handle: 'product_handle',
    product: 'product_title | product_name',
    rating: 'rating',
    title: 'title | review_title',
    text: 'body',
    author: 'reviewer_name',
    date: 'review_date',
  },
};

/** Loox, and Shopify's own Product Reviews, whose headings are almost the same. */
const loox: ReviewFormat = {
  name: 'Loox',
  marks: ['product_handle | handle', 'author | nickname', 'body | review', 'rating'],
  columns: {
    id: ['review_id', 'id'],
    handle: 'product_handle | handle',
    product: 'product_title | product_name',
    rating: 'rating',
    title: 'title',
    text: 'body | review',
    author: ['nickname', 'author'],
    date: 'created_at | date',
  },
};

/** The exports that are recognised by their headings. */
export const REVIEW_FORMATS: readonly ReviewFormat[] = [woocommerce, judgeMe, loox];
