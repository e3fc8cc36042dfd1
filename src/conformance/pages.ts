import type { readList } from '#contract/reading/product.ts';
import type { Asker } from './ask.ts';

export const LIST = 'GET /api/product';
/** The number of products on a page of these checks. */
export const LIMIT = 10;
/** A word that no product, category or tag has. */
export const NOWHERE = 'zzqxjkvw';

export type List = ReturnType<typeof readList>;

export const ids = (list: List | undefined) => list?.products.map(({ id }) => id) ?? [];

/** The pages of one list. `again` is the first page, requested again after the second. */
interface Pages {
  first: List;
  second: List | undefined;
  again: List | undefined;
}

/** Checks that pages follow each other, and that their counts agree. */
export function checkPages({ findings }: Asker, { first, second, again }: Pages): void {
  const [one, two] = [ids(first), ids(second)];
  if (one.length > LIMIT) {
    findings.adapted(
      LIST,
      'limit',
      `${one.length} products`,
      `${LIMIT}`,
      'The site takes the products that come.',
    );
  }
  const both = two.filter((id) => one.includes(id));
  const stable = !again || ids(again).join() === one.join();
  // If the order of rows changes between calls, page 2 may repeat some. That is reported once, at the end.
  if (both.length > 0 && one.length <= LIMIT && stable) {
    const got =
      both.length === two.length && both.length === one.length
        ? 'page 2 is page 1'
        : `${both.length} products of page 1 on page 2`;
    findings.broken(
      LIST,
      'page',
      got,
      'other products on page 2',
      "Read the query's page, and sort by a field that tells all products apart.",
    );
  }
  const { total, totalPages } = first;
  if (total === undefined && totalPages === undefined) {
    findings.adapted(
      LIST,
      'total',
      'nothing',
      'the number of products',
      'The site reads until a page is not full, and cannot say how many there are.',
    );
  }
  const seen = new Set([...one, ...two]).size;
  if (total !== undefined && total < seen) {
    findings.broken(
      LIST,
      'total',
      `${total}`,
      `at least ${seen}`,
      'Count all products that match, not those of the page.',
    );
  }
  if (
    total !== undefined &&
    totalPages !== undefined &&
    one.length === LIMIT &&
    totalPages !== Math.ceil(total / LIMIT)
  ) {
    findings.broken(
      LIST,
      'totalPages',
      `${totalPages}`,
      `${Math.ceil(total / LIMIT)}`,
      'Divide total by the limit that was asked for.',
    );
  }
  if (!stable) {
    findings.adapted(
      LIST,
      'createdAt',
      'another order for the same call',
      'the same order',
      'The site sorts by id where times are equal. Sort by _id after createdAt.',
    );
  }
}
