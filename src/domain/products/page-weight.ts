/** Bytes of a product page's HTML with its styles that a page should have at most (brotli; decision 23). */
export const LIGHT_PAGE = 14_336;

/** What a merchant writes and shows of a product, as far as it makes its page heavy. */
export interface PageContents {
  /** Bytes of the description in UTF-8. */
  text: number;
  tags: number;
  pictures: number;
}

/** The frame, five related products and the short facts of a product, as the demo has them. */
const REST = 12_900;
/** By least squares over 120 pages of up to 5,000 letters, 40 tags and 12 pictures; none was off by more than 260 bytes. */
const COSTS = { text: 0.49, tag: 10, picture: 112 };

/** About how many bytes (brotli) the HTML of a product's page takes with its styles. */
export const pageBytes = ({ text, tags, pictures }: PageContents): number =>
  Math.round(REST + COSTS.text * text + COSTS.tag * tags + COSTS.picture * pictures);
